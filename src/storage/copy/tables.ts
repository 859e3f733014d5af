import type { Schema } from "../sql/schema.ts"

/**
 * Every table with its primary key, in whose order it is copied; what others refer to comes before them. A table without
 * one here means something only to the nodes that run at the moment, and stays behind.
 */
const keys = {
  installation: ["name"],
  workspaces: ["id"],
  event_chains: ["workspace_id"],
  events: ["sequence"],
  event_resources: ["resource_id", "sequence"],
  root_keys: ["id"],
  root_key_usage: ["root_key_id"],
  apis: ["id"],
  identities: ["id"],
  balances: ["id"],
  keys: ["id"],
  key_usage: ["key_id"],
  ratelimits: ["id"],
  permissions: ["id"],
  roles: ["id"],
  role_permissions: ["role_id", "permission_id"],
  key_permissions: ["key_id", "permission_id"],
  key_roles: ["key_id", "role_id"],
  ratelimit_namespaces: ["id"],
  ratelimit_overrides: ["id"],
  key_migrations: ["id"],
  idempotency: ["scope", "operation", "key_hash"],
  nodes: [],
  commit_marks: [],
  verification_counts: ["workspace_id", "month"],
  verifications: ["key_id", "hour", "code", "tags_hash"],
} as const satisfies { readonly [Name in keyof Schema]: readonly (keyof Schema[Name])[] }

export interface Table {
  readonly name: string
  readonly key: readonly string[]
}

export const tables: readonly Table[] = Object.entries(keys)
  .map(([name, key]) => ({ name, key }))
  .filter(({ key }) => key.length > 0)
