import type { ColumnType, Generated, Kysely, Selectable } from "kysely"

/**
 * The tables as both engines keep them: times and integers as 64-bit integers, booleans as 0 and 1, JSON as text.
 * Rows therefore look the same from either engine, once Postgres' textual bigints are numbers again.
 */
export interface Schema {
  installation: { name: string; value: string }
  workspaces: WorkspaceRow
  event_chains: { workspace_id: string; length: number; hash: string }
  events: EventRow
  event_resources: { resource_id: string; sequence: number }
  root_keys: RootKeyRow
  apis: ApiRow
  identities: IdentityRow
  balances: BalanceRow
  keys: KeyRow
  key_usage: { key_id: string; last_used_at: number }
  root_key_usage: { root_key_id: string; last_used_at: number }
  ratelimits: RatelimitRow
  permissions: PermissionRow
  roles: RoleRow
  role_permissions: { role_id: string; permission_id: string }
  key_permissions: { key_id: string; permission_id: string }
  key_roles: { key_id: string; role_id: string }
  ratelimit_namespaces: NamespaceRow
  ratelimit_overrides: OverrideRow
  key_migrations: KeyMigrationRow
  idempotency: IdempotencyRow
  nodes: NodeRow
  commit_marks: { lane: string; mark: string; marked_at: number }
  verification_counts: { workspace_id: string; month: string; count: number }
  verifications: { key_id: string; hour: number; code: string; tags_hash: string; tags: string; count: number }
}

export type Database = Kysely<Schema>

export interface WorkspaceRow {
  id: string
  name: string
  enabled: number
  disabled_reason: string | null
  disabled_note: string | null
  disabled_at: number | null
  requests_per_minute: number | null
  max_keys: number | null
  max_identities: number | null
  verifications_per_month: number | null
  on_exceeded: string
  created_at: number
  updated_at: number | null
  deleted_at: number | null
}

export interface EventRow {
  /** Commit order over the whole installation; assigned by the database. */
  sequence: Generated<number>
  id: string
  workspace_id: string
  type: string
  time: number
  actor_type: string
  actor_id: string
  request_id: string | null
  resources: string
  changes: string
  previous_hash: string
  hash: string
  chain_version: number | null
}

export interface RootKeyRow {
  id: string
  workspace_id: string
  hash: string
  start: string
  name: string | null
  enabled: number
  permissions: string
  expires: number | null
  created_at: number
  updated_at: number | null
  deleted_at: number | null
}

export interface ApiRow {
  id: string
  workspace_id: string
  name: string
  default_prefix: string | null
  default_bytes: number | null
  delete_protection: number
  ip_allowlist: string
  created_at: number
  updated_at: number | null
  deleted_at: number | null
}

export interface IdentityRow {
  id: string
  workspace_id: string
  external_id: string
  meta: string
  created_at: number
  updated_at: number | null
  deleted_at: number | null
}

export interface KeyRow {
  id: string
  workspace_id: string
  api_id: string
  identity_id: string | null
  hash: string
  algorithm: string
  migration_id: string | null
  start: string
  prefix: string | null
  byte_length: number | null
  name: string | null
  meta: string
  enabled: number
  expires: number | null
  ciphertext: string | null
  ip_allowlist: string
  /** 0: minted by this installation. */
  imported: number
  balance_id: string | null
  created_at: number
  updated_at: number | null
  deleted_at: number | null
}

export interface BalanceRow {
  id: string
  workspace_id: string
  /** null means unlimited. */
  remaining: number | null
  refill_interval: string | null
  refill_amount: number | null
  refill_day: number | null
  refill_at: number | null
}

/** Belongs to a key or to an identity: exactly one of the two is set. */
export interface RatelimitRow {
  id: string
  key_id: string | null
  identity_id: string | null
  name: string
  limit_count: number
  duration: number
  auto_apply: number
}

export interface PermissionRow {
  id: string
  workspace_id: string
  slug: string
  name: string
  description: string | null
}

export interface RoleRow {
  id: string
  workspace_id: string
  name: string
  description: string | null
}

export interface NamespaceRow {
  id: string
  workspace_id: string
  name: string
  created_at: number
  deleted_at: number | null
}

export interface OverrideRow {
  id: string
  namespace_id: string
  identifier: string
  limit_count: number
  duration: number
  created_at: number
  deleted_at: number | null
}

export interface KeyMigrationRow {
  id: string
  workspace_id: string
  name: string | null
  algorithm: string
  created_at: number
}

export interface IdempotencyRow {
  /** Workspace id, or `operator` for the installation. */
  scope: string
  operation: string
  key_hash: string
  body_hash: string
  /** Who runs the first request; a kept response has none. */
  claim: string | null
  /** On which node, where there may be several. */
  node: string | null
  required: ColumnType<string | null, string | null, string | null>
  response: string | null
  /** How far a request has come that commits in slices; without a claim another one may continue it. */
  progress: string | null
  /** When the claim or the kept response does; progress outlives its claim by a day. */
  expires_at: number
}

export interface NodeRow {
  id: string
  /** By the clock of the database; another one after every renewal. */
  lease_ends_at: number
  applied_sequence: number
  shares_limits: number
  version: string
  started_at: number
}

/** Integers that no table of the schema has under this name. */
type ComputedInteger =
  | "applied_at"
  | "database_now"
  | "identity_created_at"
  | "identity_deleted_at"
  | "identity_updated_at"
  | "until"
  | "workspace_enabled"

type NamesOf<Value, Row> = { [Name in keyof Row]: NonNullable<Row[Name]> extends Value ? Name : never }[keyof Row]
type StoredInteger = { [Table in keyof Schema]: NamesOf<number, Selectable<Schema[Table]>> }[keyof Schema]
type StoredText = { [Table in keyof Schema]: NamesOf<string, Selectable<Schema[Table]>> }[keyof Schema]
type IntegerColumn = StoredInteger | ComputedInteger

/**
 * Exactly the columns that hold integers: one that is missing, or that holds text in some table, does not compile.
 * Postgres sends 64-bit integers as text, and the name alone says which texts are numbers.
 */
const integers: { readonly [Name in IntegerColumn]: Name extends StoredText ? never : true } = {
  applied_at: true,
  applied_sequence: true,
  auto_apply: true,
  byte_length: true,
  chain_version: true,
  count: true,
  created_at: true,
  database_now: true,
  default_bytes: true,
  delete_protection: true,
  deleted_at: true,
  disabled_at: true,
  duration: true,
  enabled: true,
  expires: true,
  expires_at: true,
  hour: true,
  identity_created_at: true,
  identity_deleted_at: true,
  identity_updated_at: true,
  imported: true,
  last_used_at: true,
  lease_ends_at: true,
  length: true,
  limit_count: true,
  marked_at: true,
  max_identities: true,
  max_keys: true,
  refill_amount: true,
  refill_at: true,
  refill_day: true,
  remaining: true,
  requests_per_minute: true,
  sequence: true,
  shares_limits: true,
  started_at: true,
  time: true,
  until: true,
  updated_at: true,
  verifications_per_month: true,
  workspace_enabled: true,
}

export const integerColumns: ReadonlySet<string> = new Set(Object.keys(integers))

/** The rows of a statement that is written as text. A number whose name is no integer column does not compile. */
export type ResultRow<Row extends NumbersNamed<Row>> = Readonly<Row>

type NumbersNamed<Row> = {
  [Name in keyof Row]: NonNullable<Row[Name]> extends number ? (Name extends IntegerColumn ? unknown : never) : unknown
}
