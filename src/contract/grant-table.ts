import type { IdPrefix } from "./id-prefixes.ts"

/** Every management permission of a root key, by resource. */
export const grantTable = {
  api: {
    idPrefix: "api",
    actions: [
      "read_api",
      "update_api",
      "delete_api",
      "create_key",
      "read_key",
      "update_key",
      "delete_key",
      "verify_key",
      "encrypt_key",
      "decrypt_key",
      "read_usage",
    ],
    wildcardActions: ["create_api"],
  },
  identity: {
    idPrefix: "id",
    actions: ["read_identity", "update_identity", "delete_identity", "read_usage"],
    wildcardActions: ["create_identity"],
  },
  rbac: {
    actions: [],
    wildcardActions: [
      "create_permission",
      "read_permission",
      "update_permission",
      "delete_permission",
      "create_role",
      "read_role",
      "update_role",
      "delete_role",
      "add_permission_to_key",
      "remove_permission_from_key",
      "add_role_to_key",
      "remove_role_from_key",
      "add_permission_to_role",
      "remove_permission_from_role",
    ],
  },
  ratelimit: {
    idPrefix: "rlns",
    actions: ["delete_namespace", "limit", "set_override", "read_override", "delete_override", "read_usage"],
    wildcardActions: ["create_namespace", "read_namespace"],
  },
  workspace: { actions: [], wildcardActions: ["read_workspace", "update_workspace", "disable_workspace"] },
  root_key: {
    actions: [],
    wildcardActions: ["create_root_key", "read_root_key", "update_root_key", "delete_root_key"],
  },
  event: { actions: [], wildcardActions: ["read_event"] },
  member: { actions: [], wildcardActions: ["read_member", "invite_member", "update_member", "remove_member"] },
} as const satisfies Readonly<Record<string, ResourceRule>>

export type GrantResource = keyof typeof grantTable

export type GrantAction = (typeof grantTable)[GrantResource]["actions" | "wildcardActions"][number]

export const grantResources: readonly GrantResource[] = Object.keys(grantTable).filter(isGrantResource)

export interface ResourceRule {
  /** The kind of id that a grant can name instead of `*`. */
  readonly idPrefix?: IdPrefix
  readonly actions: readonly string[]
  /** Actions without a single target object, granted with `*` only. */
  readonly wildcardActions: readonly string[]
}

export function isGrantResource(text: string): text is GrantResource {
  return Object.hasOwn(grantTable, text)
}
