// Written by `npm run gen` from the operations of the service. Change those instead of this.

import type { CallOptions, PagedCall } from "../call.ts"
import type { Result } from "../result.ts"

export interface Api {
  id: string
  name: string
  defaultPrefix?: string
  defaultBytes?: number
  deleteProtection: boolean
  ipAllowlist: string[]
  /** Unix time in milliseconds. */
  createdAt: number
  /** Unix time in milliseconds. */
  updatedAt?: number
}

export interface Credits {
  /** null, unlimited, occurs in the answer of keys.updateCredits only. */
  remaining: number | null
  refill?: Refill
}

export interface CreditsInput {
  remaining: number | null
  refill?: NewKeyRefill | undefined
}

export interface EvaluatedRatelimit {
  id: string
  name: string
  limit: number
  duration: number
  exceeded: boolean
  remaining: number
  /** Unix time in milliseconds. */
  reset: number
  autoApply: boolean
}

export interface Event {
  eventId: string
  type: string
  /** Unix time in milliseconds. */
  time: number
  actor: {
    type: "operator" | "root_key" | "api_key" | "system"
    id: string
  }
  workspaceId: string
  resources: {
    type: string
    id: string
  }[]
  requestId?: string
  changes: {
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }
}

export interface Identity {
  id: string
  identityId: string
  externalId: string
  /** Always there, except when a key describes itself. */
  meta?: Meta
  ratelimits: Ratelimit[]
  /** Unix time in milliseconds. */
  createdAt: number
  /** Unix time in milliseconds. */
  updatedAt?: number
}

export interface Key {
  keyId: string
  apiId: string
  start: string
  enabled: boolean
  name?: string
  /** Always there, except when a key describes itself. */
  meta?: Meta
  /** Unix time in milliseconds. */
  createdAt: number
  /** Unix time in milliseconds. */
  updatedAt?: number
  /** Unix time in milliseconds. */
  lastUsedAt?: number
  /** Unix time in milliseconds. */
  expires?: number
  permissions: string[]
  roles: string[]
  credits?: Credits
  identity?: Identity
  ratelimits: Ratelimit[]
  ipAllowlist: string[]
  recoverable: boolean
  plaintext?: string
}

export interface Limits {
  requestsPerMinute: number | null
  keys: number | null
  identities: number | null
  verificationsPerMonth: number | null
  onExceeded: "reject" | "disable"
}

export interface LimitsPatch {
  requestsPerMinute?: number | null | undefined
  keys?: number | null | undefined
  identities?: number | null | undefined
  verificationsPerMonth?: number | null | undefined
  onExceeded?: "reject" | "disable" | undefined
}

export interface ListedRootKey {
  keyId: string
  name: string | null
  start: string
  /** Always empty: the end of a key is not stored. */
  end: string
  enabled: boolean
  /** Unix time in milliseconds. */
  createdAt: number
  /** 0 if it was never used. */
  lastUsedAt: number
  expires: number | null
  permissions: string[]
}

export interface Migration {
  migrationId: string
  name?: string
  algorithm: HashAlgorithm
  /** Unix time in milliseconds. */
  createdAt: number
}

export interface MintedKey {
  keyId: string
  key: string
}

export interface MintedRootKey {
  rootKeyId: string
  rootKey: string
}

export interface Namespace {
  id: string
  name: string
  /** Unix time in milliseconds. */
  createdAt: number
}

export interface Override {
  overrideId: string
  identifier: string
  limit: number
  duration: number
}

export interface Pagination {
  cursor?: string
  hasMore: boolean
}

export interface Permission {
  id: string
  name: string
  slug: string
  description?: string
}

export interface Ratelimit {
  id: string
  name: string
  limit: number
  duration: number
  autoApply: boolean
}

export interface RatelimitInput {
  name: string
  limit: number
  duration: number
  /** Default: `false`. */
  autoApply?: boolean | undefined
}

export interface Refill {
  interval: "daily" | "monthly"
  amount: number
  refillDay?: number
}

export interface Role {
  id: string
  name: string
  description?: string
  permissions: Permission[]
}

export interface RootKey {
  rootKeyId: string
  workspaceId: string
  start: string
  name?: string
  enabled: boolean
  permissions: string[]
  /** Unix time in milliseconds. */
  expires?: number
  /** Unix time in milliseconds. */
  createdAt: number
  /** Unix time in milliseconds. */
  updatedAt?: number
  /** Unix time in milliseconds. */
  lastUsedAt?: number
}

export interface Workspace {
  id: string
  name: string
  enabled: boolean
  disabledReason?: DisableReason
  disabledNote?: string
  /** Unix time in milliseconds. */
  disabledAt?: number
  limits: Limits
  /** Unix time in milliseconds. */
  createdAt: number
  /** Unix time in milliseconds. */
  updatedAt?: number
}

export interface WorkspaceLimit {
  /** null means unlimited. */
  limit: number | null
  /** How much of it is used; absent where nothing is counted against it. */
  current?: number
}

export type CreditsPatch = {
  remaining?: number | null | undefined
  refill?: RefillInput | null | undefined
} | null

export type DisableReason = "unpaid_billing" | "terms_violation" | "owner_request" | "suspicious_activity" | "account_closure" | "quota_exceeded" | "ownership_transfer"

export type Grant = string

export type HashAlgorithm = "sha256" | "prefixed_api_key"

export type IpAddress = string

export type Meta = Record<string, unknown>

export type Network = string

export type NewKeyRefill = {
  interval: "daily"
  amount: number
  /** Ignored: a daily refill happens every day. */
  refillDay?: number | undefined
} | {
  interval: "monthly"
  amount: number
  refillDay: number
}

export type RefillInput = {
  interval: "daily"
  amount: number
} | {
  interval: "monthly"
  amount: number
  refillDay: number
}

export interface ApisCreateApiInput {
  name: string
}

export interface ApisCreateApiOutput {
  apiId: string
}

export interface ApisDeleteApiInput {
  apiId: string
}

export type ApisDeleteApiOutput = Record<string, never>

export interface ApisGetApiInput {
  apiId: string
}

export interface ApisListApisInput {
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  search?: string | undefined
}

export interface ApisListKeysInput {
  apiId: string
  /** Only keys of the identity with this external identifier. */
  externalId?: string | undefined
  /** Only keys of this identity. */
  identityId?: string | undefined
  /** Only keys in this state; both states if absent. */
  enabled?: boolean | undefined
  /** Part of a name, start or key id. */
  search?: string | undefined
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  /**
   * Shows the plaintext of recoverable keys, and records that.
   * Default: `false`.
   */
  decrypt?: boolean | undefined
  /**
   * Without effect: answers are always current.
   * Default: `false`.
   */
  revalidateKeysCache?: boolean | undefined
}

export interface ApisUpdateApiInput {
  apiId: string
  name?: string | undefined
  defaultPrefix?: string | null | undefined
  defaultBytes?: number | null | undefined
  deleteProtection?: boolean | undefined
  ipAllowlist?: readonly Network[] | null | undefined
}

export interface EventsListEventsInput {
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  /** A root key sees its own workspace only; an operator sees all without it. */
  workspaceId?: string | undefined
  /** Exact, such as `key.created`. */
  type?: string | undefined
  /** Id of any object that the event names. */
  resourceId?: string | undefined
  actorId?: string | undefined
  /** Inclusive. */
  since?: number | undefined
  /** Exclusive. */
  until?: number | undefined
}

export interface IdentitiesCreateIdentityInput {
  /** Your own identifier of the user; upper and lower case differ. */
  externalId: string
  /** Default: `{}`. */
  meta?: Meta | undefined
  /** Default: `[]`. */
  ratelimits?: readonly RatelimitInput[] | undefined
}

export interface IdentitiesCreateIdentityOutput {
  identityId: string
}

export interface IdentitiesDeleteIdentityInput {
  /** An id, or else an external identifier. */
  identity: string
  /**
   * They lose the identity in any case.
   * Default: `"keep"`.
   */
  keys?: "keep" | "disable" | "delete" | undefined
}

export type IdentitiesDeleteIdentityOutput = Record<string, never>

export interface IdentitiesGetIdentityInput {
  /** Matches the id only. */
  identityId?: string | undefined
  /** Matches the external identifier only. */
  externalId?: string | undefined
  /** An id, or else an external identifier. */
  identity?: string | undefined
}

export interface IdentitiesListIdentitiesInput {
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  /** Part of an id or external identifier. */
  search?: string | undefined
}

export interface IdentitiesUpdateIdentityInput {
  /** An id, or else an external identifier. */
  identity: string
  /** Replaces it; absent leaves it as it is. */
  meta?: Meta | undefined
  /** Replaces the set; a known name keeps its id. */
  ratelimits?: readonly RatelimitInput[] | undefined
}

export interface KeysAddPermissionsInput {
  keyId: string
  /** Ids or slugs; an unknown slug is created. */
  permissions: readonly string[]
}

export interface KeysAddRolesInput {
  keyId: string
  /** Ids or names. */
  roles: readonly string[]
}

export interface KeysCreateKeyInput {
  apiId: string
  prefix?: string | undefined
  byteLength?: number | undefined
  name?: string | undefined
  /** Of the identity that owns the key; created if unknown. */
  externalId?: string | undefined
  /** Default: `{}`. */
  meta?: Meta | undefined
  /** Default: `[]`. */
  roles?: readonly string[] | undefined
  /** Default: `[]`. */
  permissions?: readonly string[] | undefined
  /** Unix time in milliseconds. */
  expires?: number | undefined
  credits?: CreditsInput | undefined
  /** Default: `[]`. */
  ratelimits?: readonly RatelimitInput[] | undefined
  /** Default: `true`. */
  enabled?: boolean | undefined
  /**
   * Keeps the plaintext, encrypted, so that it can be read back.
   * Default: `false`.
   */
  recoverable?: boolean | undefined
  /** Default: `[]`. */
  ipAllowlist?: readonly Network[] | undefined
}

export interface KeysCreateMigrationInput {
  name?: string | undefined
  algorithm: HashAlgorithm
}

export interface KeysCreateMigrationOutput {
  migrationId: string
}

export interface KeysDeleteKeyInput {
  keyId: string
  /**
   * Erases the record, its hash and its ciphertext; events stay.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

export type KeysDeleteKeyOutput = Record<string, never>

export interface KeysGetKeyInput {
  keyId: string
  /**
   * Shows the plaintext of recoverable keys, and records that.
   * Default: `false`.
   */
  decrypt?: boolean | undefined
}

export interface KeysListKeysInput {
  /** All APIs if absent. */
  apiId?: string | undefined
  /** Only keys of the identity with this external identifier. */
  externalId?: string | undefined
  /** Only keys of this identity. */
  identityId?: string | undefined
  /** Only keys in this state; both states if absent. */
  enabled?: boolean | undefined
  /** Part of a name, start or key id. */
  search?: string | undefined
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  /**
   * Shows the plaintext of recoverable keys, and records that.
   * Default: `false`.
   */
  decrypt?: boolean | undefined
}

export interface KeysListMigrationsInput {
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
}

export interface KeysMigrateKeysInput {
  apiId: string
  migrationId?: string | undefined
  keys: readonly {
    hash: string
    /** The migration's if absent, else `sha256`. */
    algorithm?: HashAlgorithm | undefined
    name?: string | undefined
    /** Of the identity that owns the key; created if unknown. */
    externalId?: string | undefined
    /** Default: `{}`. */
    meta?: Meta | undefined
    /** Default: `[]`. */
    roles?: readonly string[] | undefined
    /** Default: `[]`. */
    permissions?: readonly string[] | undefined
    /** Unix time in milliseconds. */
    expires?: number | undefined
    credits?: CreditsInput | undefined
    /** Default: `[]`. */
    ratelimits?: readonly RatelimitInput[] | undefined
    /** Default: `true`. */
    enabled?: boolean | undefined
  }[]
}

export interface KeysMigrateKeysOutput {
  /** Hashes as submitted, in their order. */
  migrated: {
    hash: string
    keyId: string
  }[]
  /** Hashes that a key of the workspace already uses, and repetitions within the request. */
  failed: string[]
}

export interface KeysRemovePermissionsInput {
  keyId: string
  /** Ids or slugs. */
  permissions: readonly string[]
}

export interface KeysRemoveRolesInput {
  keyId: string
  /** Ids or names. */
  roles: readonly string[]
}

export interface KeysRerollKeyInput {
  keyId: string
  /** Milliseconds from now until the old key expires. */
  expiration: number
}

export type KeysRevokeSelfInput = Record<string, never>

export type KeysRevokeSelfOutput = Record<string, never>

export interface KeysSetPermissionsInput {
  keyId: string
  /** Ids or slugs; an unknown slug is created. `[]` clears. */
  permissions: readonly string[]
}

export interface KeysSetRolesInput {
  keyId: string
  /** Ids or names. `[]` clears. */
  roles: readonly string[]
}

export interface KeysUpdateCreditsInput {
  keyId: string
  operation: "set" | "increment" | "decrement"
  /** With `set`, null or no value means unlimited and removes the refill; otherwise 1 or more. */
  value?: number | null | undefined
}

export interface KeysUpdateKeyInput {
  keyId: string
  name?: string | null | undefined
  /** Identity to link to, created if unknown; null unlinks. */
  externalId?: string | null | undefined
  meta?: Meta | null | undefined
  expires?: number | null | undefined
  credits?: CreditsPatch | undefined
  ratelimits?: readonly RatelimitInput[] | undefined
  enabled?: boolean | undefined
  roles?: readonly string[] | undefined
  permissions?: readonly string[] | undefined
  ipAllowlist?: readonly Network[] | null | undefined
}

export type KeysUpdateKeyOutput = Record<string, never>

export interface KeysVerifyKeyInput {
  key: string
  /** A permission query such as `a AND (b OR c)`. */
  permissions?: string | undefined
  credits?: {
    cost: number
  } | undefined
  ratelimits?: readonly {
    name: string
    /** Default: `1`. */
    cost?: number | undefined
    limit?: number | undefined
    duration?: number | undefined
  }[] | undefined
  ip?: IpAddress | undefined
  /** Recorded for analysis. At most 100 sets per key and hour are kept apart; the rest is counted together. */
  tags?: readonly string[] | undefined
  migrationId?: string | undefined
  /** Ids of APIs: a key of any other API is reported as NOT_FOUND. */
  keyspaces?: readonly string[] | undefined
}

export type KeysVerifyKeyOutput = {
  valid: true
  code: "VALID"
  keyId: string
  apiId: string
  /** The same as `apiId`, under the name that published Unkey clients read. */
  keyspaceId: string
  enabled: boolean
  name?: string
  meta: Meta
  /** Unix time in milliseconds. */
  expires?: number
  permissions: string[]
  roles: string[]
  identity?: Identity
  /** Balance after this call; absent means unlimited. */
  credits?: number
  ratelimits: EvaluatedRatelimit[]
} | {
  valid: false
  code: "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED"
  keyId: string
  apiId: string
  /** The same as `apiId`, under the name that published Unkey clients read. */
  keyspaceId: string
  enabled: boolean
  name?: string
  meta: Meta
  /** Unix time in milliseconds. */
  expires?: number
  permissions: string[]
  roles: string[]
  identity?: Identity
  /** Balance after this call; absent means unlimited. */
  credits?: number
  /** Present with RATE_LIMITED and USAGE_EXCEEDED. */
  ratelimits?: EvaluatedRatelimit[]
} | {
  valid: false
  code: "NOT_FOUND"
  keyId?: undefined
  apiId?: undefined
  keyspaceId?: undefined
  enabled?: undefined
  name?: undefined
  meta?: undefined
  expires?: undefined
  permissions?: undefined
  roles?: undefined
  identity?: undefined
  credits?: undefined
  ratelimits?: undefined
}

export interface KeysWhoamiInput {
  /** Plaintext of a key; an API key leaves it out and describes itself. */
  key?: string | undefined
}

export interface PermissionsCreatePermissionInput {
  name: string
  slug: string
  /** Empty means none. */
  description?: string | undefined
}

export interface PermissionsCreatePermissionOutput {
  permissionId: string
}

export interface PermissionsCreateRoleInput {
  name: string
  /** Empty means none. */
  description?: string | undefined
  /**
   * Ids or slugs; an unknown slug is created.
   * Default: `[]`.
   */
  permissions?: readonly string[] | undefined
}

export interface PermissionsCreateRoleOutput {
  roleId: string
}

export interface PermissionsDeletePermissionInput {
  /** An id, or else a slug. */
  permission: string
}

export type PermissionsDeletePermissionOutput = Record<string, never>

export interface PermissionsDeleteRoleInput {
  /** An id, or else a name. */
  role: string
}

export type PermissionsDeleteRoleOutput = Record<string, never>

export interface PermissionsGetPermissionInput {
  /** An id, or else a slug. */
  permission: string
}

export interface PermissionsGetRoleInput {
  /** An id, or else a name. */
  role: string
}

export interface PermissionsListPermissionsInput {
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  /** Part of an id, name, slug or description. */
  search?: string | undefined
}

export interface PermissionsListRolesInput {
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  /** Part of an id, name or description. */
  search?: string | undefined
}

export interface PermissionsSetRolePermissionsInput {
  /** An id, or else a name. */
  role?: string | undefined
  /** Matches the id only. */
  roleId?: string | undefined
  /** Ids or slugs; an unknown slug is created. `[]` clears. */
  permissions: readonly string[]
}

export interface PermissionsUpdatePermissionInput {
  /** An id, or else a slug. */
  permission: string
  name?: string | undefined
  /** The slug that the permission has; any other is refused. */
  slug?: string | undefined
  /** null or an empty text removes it. */
  description?: string | null | undefined
}

export interface PermissionsUpdateRoleInput {
  /** An id, or else a name. */
  role: string
  name?: string | undefined
  /** null or an empty text removes it. */
  description?: string | null | undefined
}

export interface PermissionsUpdateRoleOutput {
  id: string
  name: string
  description?: string
}

export interface RatelimitDeleteNamespaceInput {
  /** Id or name. */
  namespace: string
}

export type RatelimitDeleteNamespaceOutput = Record<string, never>

export interface RatelimitDeleteOverrideInput {
  /** Id or name. */
  namespace: string
  /** As it was set; nothing is matched here. */
  identifier: string
}

export type RatelimitDeleteOverrideOutput = Record<string, never>

export interface RatelimitGetOverrideInput {
  /** Id or name. */
  namespace: string
  identifier: string
}

export interface RatelimitLimitInput {
  /** Id or name; a name that is new creates a namespace. */
  namespace: string
  /** What the limit counts for, such as a user or an address. */
  identifier: string
  /** How much is allowed within the duration, unless an override says otherwise. */
  limit: number
  /** Length of the window in milliseconds. */
  duration: number
  /**
   * How much to take; 0 looks without taking.
   * Default: `1`.
   */
  cost?: number | undefined
}

export interface RatelimitLimitOutput {
  /** false means denied, and that nothing was taken. */
  success: boolean
  /** The limit that was applied. */
  limit: number
  remaining: number
  /** When the current cell of the window ends. */
  reset: number
  /** The override that was applied. */
  overrideId?: string
}

export interface RatelimitListNamespacesInput {
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  search?: string | undefined
}

export interface RatelimitListOverridesInput {
  /** Id or name. */
  namespace: string
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
}

export type RatelimitMultiLimitInput = readonly {
  /** Id or name; a name that is new creates a namespace. */
  namespace: string
  /** What the limit counts for, such as a user or an address. */
  identifier: string
  /** How much is allowed within the duration, unless an override says otherwise. */
  limit: number
  /** Length of the window in milliseconds. */
  duration: number
  /**
   * How much to take; 0 looks without taking.
   * Default: `1`.
   */
  cost?: number | undefined
}[]

export interface RatelimitMultiLimitOutput {
  /** Whether every check passed; otherwise nothing was taken. */
  passed: boolean
  limits: {
    namespace: string
    identifier: string
    /** The outcome of this check, whatever became of the others. */
    passed: boolean
    /** The limit that was applied. */
    limit: number
    remaining: number
    /** When the current cell of the window ends. */
    reset: number
    /** The override that was applied. */
    overrideId?: string
  }[]
}

export interface RatelimitSetOverrideInput {
  /** Id or name. */
  namespace: string
  /** May contain `*`, at most 8 of them; each stands for any run of characters, also none. */
  identifier: string
  /** 0 always denies. */
  limit: number
  /** Length of the window in milliseconds. */
  duration: number
}

export interface RatelimitSetOverrideOutput {
  overrideId: string
}

export interface RootKeysCreateKeyInput {
  workspaceId?: string | undefined
  name?: string | undefined
  permissions: readonly Grant[]
  /** Unix time in milliseconds; null means never. */
  expires?: number | null | undefined
}

export interface RootKeysCreateRootKeyInput {
  workspaceId?: string | undefined
  name?: string | undefined
  permissions: readonly Grant[]
  /** Unix time in milliseconds. */
  expires?: number | undefined
  /** Default: `true`. */
  enabled?: boolean | undefined
}

export interface RootKeysDeleteKeyInput {
  workspaceId?: string | undefined
  /** Id of the root key. */
  keyId: string
}

export type RootKeysDeleteKeyOutput = Record<string, never>

export interface RootKeysDeleteRootKeyInput {
  workspaceId?: string | undefined
  rootKeyId: string
}

export type RootKeysDeleteRootKeyOutput = Record<string, never>

export interface RootKeysGetRootKeyInput {
  workspaceId?: string | undefined
  rootKeyId?: string | undefined
}

export interface RootKeysListKeysInput {
  workspaceId?: string | undefined
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
}

export interface RootKeysListRootKeysInput {
  workspaceId?: string | undefined
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  search?: string | undefined
}

export interface RootKeysRerollKeyInput {
  workspaceId?: string | undefined
  /** Id of the root key. */
  keyId: string
  /** Milliseconds until the old key expires; null leaves its expiry as it is. */
  expiration: number | null
}

export interface RootKeysRerollRootKeyInput {
  workspaceId?: string | undefined
  rootKeyId: string
  /** Milliseconds from now until the old key expires. */
  expiration: number
}

export interface RootKeysUpdateKeyInput {
  workspaceId?: string | undefined
  /** Id of the root key. */
  keyId: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  permissions?: readonly Grant[] | undefined
}

export type RootKeysUpdateKeyOutput = Record<string, never>

export interface RootKeysUpdateRootKeyInput {
  workspaceId?: string | undefined
  rootKeyId: string
  name?: string | null | undefined
  permissions?: readonly Grant[] | undefined
  enabled?: boolean | undefined
  expires?: number | null | undefined
}

export interface WorkspaceGetLimitsInput {
  workspaceId?: string | undefined
}

export interface WorkspaceGetLimitsOutput {
  /** `verificationsPerMonth`; `current` counts the verifications of this month in UTC, up to about a second ago. */
  apiBillableOperationsCountMaxPerMonth: WorkspaceLimit
  /** `requestsPerMinute`. */
  apiRequestsCountMaxPerMinute: WorkspaceLimit
  /** Always 0: there are no request logs to query. */
  logsRetentionDaysMax: WorkspaceLimit
  /** Always unlimited: events are never deleted. */
  logsAuditRetentionDaysMax: WorkspaceLimit
  /** Always 0: there are no log drains. */
  logdrainsMax: WorkspaceLimit
}

export interface WorkspaceGetUsageInput {
  workspaceId?: string | undefined
  /** A calendar month in UTC that has begun; the current one if absent. */
  period?: {
    year: number
    month: number
  } | undefined
}

export interface WorkspaceGetUsageOutput {
  period: {
    /** Unix time in milliseconds. */
    start: number
    /** Exclusive; now, for the current month. */
    end: number
  }
  totals: {
    api: {
      /** Verifications with a code other than NOT_FOUND, up to about a second ago. */
      verifications: number
      /** Always 0: checks of rate limits are not counted. */
      ratelimits: number
    }
    /** Always 0: Keyward runs no deployments. */
    compute: {
      cpuSeconds: number
      memoryGiBHours: number
      storageGiBHours: number
      egressGiB: number
    }
    /** Always 0: Keyward is no gateway. */
    gateway: {
      activeKeys: number
    }
  }
  /** Always empty. */
  breakdowns: {
    byEnvironment: Record<string, never>[]
    byApp: Record<string, never>[]
  }
}

export interface WorkspacesCreateWorkspaceInput {
  name: string
}

export interface WorkspacesCreateWorkspaceOutput {
  workspaceId: string
  rootKeyId: string
  rootKey: string
}

export interface WorkspacesDeleteWorkspaceInput {
  workspaceId: string
}

export type WorkspacesDeleteWorkspaceOutput = Record<string, never>

export interface WorkspacesDisableWorkspaceInput {
  workspaceId?: string | undefined
  reason?: DisableReason | undefined
  note?: string | undefined
}

export interface WorkspacesEnableWorkspaceInput {
  workspaceId: string
  note?: string | undefined
}

export interface WorkspacesGetWorkspaceInput {
  workspaceId?: string | undefined
}

export interface WorkspacesListWorkspacesInput {
  /**
   * How many objects to return at most; a page of 4 MiB may end before.
   * Default: `100`.
   */
  limit?: number | undefined
  /** `pagination.cursor` of the page before; absent or empty for the first page. */
  cursor?: string | undefined
  enabled?: boolean | undefined
  search?: string | undefined
}

export interface WorkspacesUpdateWorkspaceInput {
  workspaceId?: string | undefined
  name?: string | undefined
  limits?: LimitsPatch | undefined
}

/** Every code that the service can send, as `<category>/<code>`. */
export type ErrorCode =
  | "authentication/missing"
  | "authentication/malformed"
  | "authentication/key_not_found"
  | "authorization/workspace_disabled"
  | "authorization/key_disabled"
  | "authorization/key_expired"
  | "authorization/insufficient_permissions"
  | "limits/workspace_rate_limited"
  | "limits/quota_exceeded"
  | "application/route_not_found"
  | "application/method_not_allowed"
  | "application/unsupported_media_type"
  | "application/body_too_large"
  | "application/invalid_json"
  | "application/invalid_input"
  | "application/permissions_query_syntax_error"
  | "application/request_timeout"
  | "application/precondition_failed"
  | "application/protected_resource"
  | "application/idempotency_in_progress"
  | "application/idempotency_key_reused"
  | "application/unexpected_error"
  | "application/service_unavailable"
  | "data/workspace_not_found"
  | "data/root_key_not_found"
  | "data/api_not_found"
  | "data/key_not_found"
  | "data/migration_not_found"
  | "data/identity_not_found"
  | "data/permission_not_found"
  | "data/role_not_found"
  | "data/ratelimit_namespace_not_found"
  | "data/ratelimit_override_not_found"
  | "data/ratelimit_namespace_gone"
  | "data/identity_already_exists"
  | "data/permission_already_exists"
  | "data/role_already_exists"

/** Every operation of the service as a method, grouped by resource. */
export interface Operations {
  /** An API groups the keys that belong together. */
  readonly apis: {
    /**
     * Create an API, the set of keys that one service of yours accepts.
     *
     * Callers: a root key with `api.*.create_api`.
     */
    createApi(input: ApisCreateApiInput, options?: CallOptions): Promise<Result<ApisCreateApiOutput>>
    /**
     * Delete an API for good; its keys are unknown from then on.
     *
     * Callers: a root key with `api.{apiId}.delete_api`.
     * Errors: `data/api_not_found`, `application/protected_resource`.
     */
    deleteApi(input: ApisDeleteApiInput, options?: CallOptions): Promise<Result<ApisDeleteApiOutput>>
    /**
     * Show an API.
     *
     * Callers: a root key with `api.{apiId}.read_api`.
     * Errors: `data/api_not_found`.
     */
    getApi(input: ApisGetApiInput, options?: CallOptions): Promise<Result<Api>>
    /**
     * List the APIs of the workspace.
     *
     * Callers: a root key with `api.*.read_api`.
     */
    readonly listApis: PagedCall<[input?: ApisListApisInput, options?: CallOptions], Api>
    /**
     * List the keys of an API, disabled and expired ones included.
     *
     * Callers: a root key with `api.{apiId}.read_key`.
     * Errors: `data/api_not_found`, `application/precondition_failed`.
     */
    readonly listKeys: PagedCall<[input: ApisListKeysInput, options?: CallOptions], Key>
    /**
     * Change an API: its name, defaults of keys created later, delete protection and IP allow list.
     *
     * Callers: a root key with `api.{apiId}.update_api`.
     * Errors: `data/api_not_found`.
     */
    updateApi(input: ApisUpdateApiInput, options?: CallOptions): Promise<Result<Api>>
  }
  /** Every change of a workspace, in the order it was made. */
  readonly events: {
    /**
     * List what was changed, when and by whom, newest first.
     *
     * Callers: an operator key; or a root key with `event.*.read_event`.
     * Errors: `data/workspace_not_found`.
     */
    readonly listEvents: PagedCall<[input?: EventsListEventsInput, options?: CallOptions], Event>
  }
  /** The users or other entities that own or use keys. */
  readonly identities: {
    /**
     * Create an identity: a user or another entity that owns or uses keys.
     *
     * Callers: a root key with `identity.*.create_identity`.
     * Errors: `data/identity_already_exists`, `limits/quota_exceeded`.
     */
    createIdentity(input: IdentitiesCreateIdentityInput, options?: CallOptions): Promise<Result<IdentitiesCreateIdentityOutput>>
    /**
     * Delete an identity; its keys are kept, disabled or deleted.
     *
     * Callers: a root key with `identity.{identityId}.delete_identity`.
     * Errors: `data/identity_not_found`.
     */
    deleteIdentity(input: IdentitiesDeleteIdentityInput, options?: CallOptions): Promise<Result<IdentitiesDeleteIdentityOutput>>
    /**
     * Show an identity, found by its id or external identifier.
     *
     * Callers: a root key with `identity.{identityId}.read_identity`.
     * Errors: `data/identity_not_found`.
     */
    getIdentity(input?: IdentitiesGetIdentityInput, options?: CallOptions): Promise<Result<Identity>>
    /**
     * List the identities of the workspace.
     *
     * Callers: a root key with `identity.*.read_identity`.
     */
    readonly listIdentities: PagedCall<[input?: IdentitiesListIdentitiesInput, options?: CallOptions], Identity>
    /**
     * Replace the meta or the rate limits of an identity.
     *
     * Callers: a root key with `identity.{identityId}.update_identity`.
     * Errors: `data/identity_not_found`.
     */
    updateIdentity(input: IdentitiesUpdateIdentityInput, options?: CallOptions): Promise<Result<Identity>>
  }
  /** Issue, manage and verify API keys. */
  readonly keys: {
    /**
     * Give a key further permissions beside those it holds.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_permission_to_key`.
     * Errors: `data/key_not_found`, `data/permission_not_found`, `application/precondition_failed`.
     */
    addPermissions(input: KeysAddPermissionsInput, options?: CallOptions): Promise<Result<Permission[]>>
    /**
     * Give a key further roles beside those it holds.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_role_to_key`.
     * Errors: `data/key_not_found`, `data/role_not_found`, `application/precondition_failed`.
     */
    addRoles(input: KeysAddRolesInput, options?: CallOptions): Promise<Result<Role[]>>
    /**
     * Create a key of an API; its plaintext is shown this once.
     *
     * Callers: a root key with `api.{apiId}.create_key`.
     * Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    createKey(input: KeysCreateKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Announce an import of keys from elsewhere, and how they were hashed there.
     *
     * Callers: a root key with `api.*.create_key`.
     */
    createMigration(input: KeysCreateMigrationInput, options?: CallOptions): Promise<Result<KeysCreateMigrationOutput>>
    /**
     * Delete a key for good; with `permanent` its record is erased too.
     *
     * Callers: a root key with `api.{apiId}.delete_key`.
     * Errors: `data/key_not_found`.
     */
    deleteKey(input: KeysDeleteKeyInput, options?: CallOptions): Promise<Result<KeysDeleteKeyOutput>>
    /**
     * Show a key, also when it is disabled or expired.
     *
     * Callers: a root key with `api.{apiId}.read_key`.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    getKey(input: KeysGetKeyInput, options?: CallOptions): Promise<Result<Key>>
    /**
     * List the keys of the workspace, disabled and expired ones included.
     *
     * Callers: a root key with `api.{apiId}.read_key`.
     * Errors: `data/api_not_found`, `application/precondition_failed`.
     */
    readonly listKeys: PagedCall<[input?: KeysListKeysInput, options?: CallOptions], Key>
    /**
     * List the migrations of the workspace.
     *
     * Callers: a root key with `api.*.read_key`.
     */
    readonly listMigrations: PagedCall<[input?: KeysListMigrationsInput, options?: CallOptions], Migration>
    /**
     * Import keys from elsewhere by their hashes, so that your customers keep using them.
     *
     * Callers: a root key with `api.{apiId}.create_key`.
     * Errors: `data/api_not_found`, `data/migration_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    migrateKeys(input: KeysMigrateKeysInput, options?: CallOptions): Promise<Result<KeysMigrateKeysOutput>>
    /**
     * Take direct permissions from a key; those through roles stay.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.remove_permission_from_key`.
     * Errors: `data/key_not_found`, `data/permission_not_found`.
     */
    removePermissions(input: KeysRemovePermissionsInput, options?: CallOptions): Promise<Result<Permission[]>>
    /**
     * Take roles from a key, and with them the permissions they gave.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.remove_role_from_key`.
     * Errors: `data/key_not_found`, `data/role_not_found`.
     */
    removeRoles(input: KeysRemoveRolesInput, options?: CallOptions): Promise<Result<Role[]>>
    /**
     * Replace a key by a new one with another secret and the same settings; both spend from the same credits, and the old one expires after the given time.
     *
     * Callers: a root key with `api.{apiId}.create_key`.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    rerollKey(input: KeysRerollKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Delete the API key that makes this call.
     *
     * Callers: an API key, about itself.
     */
    revokeSelf(input?: KeysRevokeSelfInput, options?: CallOptions): Promise<Result<KeysRevokeSelfOutput>>
    /**
     * Replace the direct permissions of a key; those through roles stay.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_permission_to_key` and `rbac.*.remove_permission_from_key`.
     * Errors: `data/key_not_found`, `data/permission_not_found`, `application/precondition_failed`.
     */
    setPermissions(input: KeysSetPermissionsInput, options?: CallOptions): Promise<Result<Permission[]>>
    /**
     * Replace the roles of a key.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_role_to_key` and `rbac.*.remove_role_from_key`.
     * Errors: `data/key_not_found`, `data/role_not_found`, `application/precondition_failed`.
     */
    setRoles(input: KeysSetRolesInput, options?: CallOptions): Promise<Result<Role[]>>
    /**
     * Set, increase or decrease the credits of a key and of all keys that share them; a decrease stops at 0.
     *
     * Callers: a root key with `api.{apiId}.update_key`.
     * Errors: `data/key_not_found`.
     */
    updateCredits(input: KeysUpdateCreditsInput, options?: CallOptions): Promise<Result<Credits>>
    /**
     * Change a key: what is absent stays, null removes, an array replaces.
     *
     * Callers: a root key with `api.{apiId}.update_key`.
     * Errors: `data/key_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    updateKey(input: KeysUpdateKeyInput, options?: CallOptions): Promise<Result<KeysUpdateKeyOutput>>
    /**
     * Verify a key of your users: is it valid now, for this, and within its limits and credits?
     *
     * Callers: a root key with `api.{apiId}.verify_key`.
     * Errors: `application/permissions_query_syntax_error`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    verifyKey(input: KeysVerifyKeyInput, options?: CallOptions): Promise<Result<KeysVerifyKeyOutput>>
    /**
     * Describe a key by its plaintext, or the API key that makes this call.
     *
     * Callers: a root key with `api.{apiId}.read_key`; or an API key, about itself.
     * Errors: `data/key_not_found`.
     */
    whoami(input?: KeysWhoamiInput, options?: CallOptions): Promise<Result<Key>>
  }
  /** Permissions and roles that you attach to your own keys. */
  readonly permissions: {
    /**
     * Create a permission that keys and roles can hold.
     *
     * Callers: a root key with `rbac.*.create_permission`.
     * Errors: `data/permission_already_exists`.
     */
    createPermission(input: PermissionsCreatePermissionInput, options?: CallOptions): Promise<Result<PermissionsCreatePermissionOutput>>
    /**
     * Create a role: a named set of permissions that keys can hold.
     *
     * Callers: a root key with `rbac.*.create_role`.
     * Errors: `data/role_already_exists`, `data/permission_not_found`.
     */
    createRole(input: PermissionsCreateRoleInput, options?: CallOptions): Promise<Result<PermissionsCreateRoleOutput>>
    /**
     * Delete a permission; every role and key loses it at once.
     *
     * Callers: a root key with `rbac.*.delete_permission`.
     * Errors: `data/permission_not_found`.
     */
    deletePermission(input: PermissionsDeletePermissionInput, options?: CallOptions): Promise<Result<PermissionsDeletePermissionOutput>>
    /**
     * Delete a role; every key loses it and what it gave at once, while the permissions themselves stay.
     *
     * Callers: a root key with `rbac.*.delete_role`.
     * Errors: `data/role_not_found`.
     */
    deleteRole(input: PermissionsDeleteRoleInput, options?: CallOptions): Promise<Result<PermissionsDeleteRoleOutput>>
    /**
     * Show a permission, found by its id or slug.
     *
     * Callers: a root key with `rbac.*.read_permission`.
     * Errors: `data/permission_not_found`.
     */
    getPermission(input: PermissionsGetPermissionInput, options?: CallOptions): Promise<Result<Permission>>
    /**
     * Show a role and its permissions, found by its id or name.
     *
     * Callers: a root key with `rbac.*.read_role`.
     * Errors: `data/role_not_found`.
     */
    getRole(input: PermissionsGetRoleInput, options?: CallOptions): Promise<Result<Role>>
    /**
     * List the permissions of the workspace.
     *
     * Callers: a root key with `rbac.*.read_permission`.
     */
    readonly listPermissions: PagedCall<[input?: PermissionsListPermissionsInput, options?: CallOptions], Permission>
    /**
     * List the roles of the workspace with their permissions.
     *
     * Callers: a root key with `rbac.*.read_role`.
     */
    readonly listRoles: PagedCall<[input?: PermissionsListRolesInput, options?: CallOptions], Role>
    /**
     * Replace the permissions of a role, for every key that holds it.
     *
     * Callers: a root key with `rbac.*.add_permission_to_role` and `rbac.*.remove_permission_from_role`.
     * Errors: `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`.
     */
    setRolePermissions(input: PermissionsSetRolePermissionsInput, options?: CallOptions): Promise<Result<Permission[]>>
    /**
     * Change the name or the description of a permission; its slug stays.
     *
     * Callers: a root key with `rbac.*.update_permission`.
     * Errors: `data/permission_not_found`, `application/precondition_failed`.
     */
    updatePermission(input: PermissionsUpdatePermissionInput, options?: CallOptions): Promise<Result<Permission>>
    /**
     * Rename a role or change its description; every key that holds it shows the new name at once.
     *
     * Callers: a root key with `rbac.*.update_role`.
     * Errors: `data/role_not_found`, `data/role_already_exists`.
     */
    updateRole(input: PermissionsUpdateRoleInput, options?: CallOptions): Promise<Result<PermissionsUpdateRoleOutput>>
  }
  /** Rate limits for anything that has an identifier. */
  readonly ratelimit: {
    /**
     * Delete a rate-limit namespace for good; its name stays taken, so that running clients do not bring it back.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.delete_namespace`.
     * Errors: `data/ratelimit_namespace_not_found`.
     */
    deleteNamespace(input: RatelimitDeleteNamespaceInput, options?: CallOptions): Promise<Result<RatelimitDeleteNamespaceOutput>>
    /**
     * Delete an override; ratelimit.setOverride brings it back under the same id.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.delete_override`.
     * Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_override_not_found`.
     */
    deleteOverride(input: RatelimitDeleteOverrideInput, options?: CallOptions): Promise<Result<RatelimitDeleteOverrideOutput>>
    /**
     * Show the override that ratelimit.limit would apply to an identifier.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.read_override`.
     * Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_override_not_found`.
     */
    getOverride(input: RatelimitGetOverrideInput, options?: CallOptions): Promise<Result<Override>>
    /**
     * Check an identifier against a limit, and take from it if there is enough left.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.limit`.
     * Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_namespace_gone`.
     */
    limit(input: RatelimitLimitInput, options?: CallOptions): Promise<Result<RatelimitLimitOutput>>
    /**
     * List the rate-limit namespaces of the workspace.
     *
     * Callers: a root key with `ratelimit.*.read_namespace`.
     */
    readonly listNamespaces: PagedCall<[input?: RatelimitListNamespacesInput, options?: CallOptions], Namespace>
    /**
     * List the overrides of a rate-limit namespace.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.read_override`.
     * Errors: `data/ratelimit_namespace_not_found`.
     */
    readonly listOverrides: PagedCall<[input: RatelimitListOverridesInput, options?: CallOptions], Override>
    /**
     * Check several limits at once, and take from all of them or from none.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.limit`.
     * Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_namespace_gone`.
     */
    multiLimit(input: RatelimitMultiLimitInput, options?: CallOptions): Promise<Result<RatelimitMultiLimitOutput>>
    /**
     * Give an identifier, or all that match a pattern, another limit than requests name.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.set_override`.
     * Errors: `data/ratelimit_namespace_not_found`, `application/precondition_failed`.
     */
    setOverride(input: RatelimitSetOverrideInput, options?: CallOptions): Promise<Result<RatelimitSetOverrideOutput>>
  }
  /** Keys that manage one workspace. */
  readonly rootKeys: {
    /**
     * Create a root key, as published Unkey clients do; rootKeys.createRootKey can also create a disabled one.
     *
     * Callers: an operator key; or a root key with `root_key.*.create_root_key`.
     * Errors: `data/workspace_not_found`.
     */
    createKey(input: RootKeysCreateKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Create a root key with permissions that the caller holds; its plaintext is shown this once.
     *
     * Callers: an operator key; or a root key with `root_key.*.create_root_key`.
     * Errors: `data/workspace_not_found`.
     */
    createRootKey(input: RootKeysCreateRootKeyInput, options?: CallOptions): Promise<Result<MintedRootKey>>
    /**
     * Delete a root key for good, as published Unkey clients do.
     *
     * Callers: an operator key; or a root key with `root_key.*.delete_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`, `application/precondition_failed`.
     */
    deleteKey(input: RootKeysDeleteKeyInput, options?: CallOptions): Promise<Result<RootKeysDeleteKeyOutput>>
    /**
     * Delete a root key for good.
     *
     * Callers: an operator key; or a root key with `root_key.*.delete_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`, `application/precondition_failed`.
     */
    deleteRootKey(input: RootKeysDeleteRootKeyInput, options?: CallOptions): Promise<Result<RootKeysDeleteRootKeyOutput>>
    /**
     * Show a root key; every root key may look at itself.
     *
     * Callers: an operator key; or a root key.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`.
     */
    getRootKey(input?: RootKeysGetRootKeyInput, options?: CallOptions): Promise<Result<RootKey>>
    /**
     * List the root keys of a workspace under the names that published Unkey clients read.
     *
     * Callers: an operator key; or a root key with `root_key.*.read_root_key`.
     * Errors: `data/workspace_not_found`.
     */
    readonly listKeys: PagedCall<[input?: RootKeysListKeysInput, options?: CallOptions], ListedRootKey>
    /**
     * List the root keys of a workspace, disabled and expired ones included.
     *
     * Callers: an operator key; or a root key with `root_key.*.read_root_key`.
     * Errors: `data/workspace_not_found`.
     */
    readonly listRootKeys: PagedCall<[input?: RootKeysListRootKeysInput, options?: CallOptions], RootKey>
    /**
     * Replace a root key by a new one with the same permissions, as published Unkey clients do.
     *
     * Callers: an operator key; or a root key with `root_key.*.create_root_key` and `root_key.*.update_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`.
     */
    rerollKey(input: RootKeysRerollKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Replace a root key by a new one with the same permissions; the old one expires after the given time.
     *
     * Callers: an operator key; or a root key with `root_key.*.create_root_key` and `root_key.*.update_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`.
     */
    rerollRootKey(input: RootKeysRerollRootKeyInput, options?: CallOptions): Promise<Result<MintedRootKey>>
    /**
     * Change name, permissions or state of a root key, as published Unkey clients do.
     *
     * Callers: an operator key; or a root key with `root_key.*.update_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`, `application/precondition_failed`.
     */
    updateKey(input: RootKeysUpdateKeyInput, options?: CallOptions): Promise<Result<RootKeysUpdateKeyOutput>>
    /**
     * Change name, permissions, state or expiry of a root key; permissions only to what the caller holds.
     *
     * Callers: an operator key; or a root key with `root_key.*.update_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`, `application/precondition_failed`.
     */
    updateRootKey(input: RootKeysUpdateRootKeyInput, options?: CallOptions): Promise<Result<RootKey>>
  }
  /** Limits and usage of a workspace, under the names that published Unkey clients use. */
  readonly workspace: {
    /**
     * Show the limits of a workspace under the names that published Unkey clients read.
     *
     * Callers: an operator key; or a root key with `workspace.*.read_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    getLimits(input?: WorkspaceGetLimitsInput, options?: CallOptions): Promise<Result<WorkspaceGetLimitsOutput>>
    /**
     * Show what a workspace used in a calendar month, under the names that published Unkey clients read.
     *
     * Callers: an operator key; or a root key with `workspace.*.read_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    getUsage(input?: WorkspaceGetUsageInput, options?: CallOptions): Promise<Result<WorkspaceGetUsageOutput>>
  }
  /** Containers of everything else; managed by the operator. */
  readonly workspaces: {
    /**
     * Create a workspace and its first root key, which holds every permission of it.
     *
     * Callers: an operator key.
     */
    createWorkspace(input: WorkspacesCreateWorkspaceInput, options?: CallOptions): Promise<Result<WorkspacesCreateWorkspaceOutput>>
    /**
     * Delete a disabled workspace for good; its keys are unknown from then on.
     *
     * Callers: an operator key.
     * Errors: `data/workspace_not_found`, `application/precondition_failed`.
     */
    deleteWorkspace(input: WorkspacesDeleteWorkspaceInput, options?: CallOptions): Promise<Result<WorkspacesDeleteWorkspaceOutput>>
    /**
     * Refuse every key of a workspace until an operator enables it again.
     *
     * Callers: an operator key; or a root key with `workspace.*.disable_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    disableWorkspace(input?: WorkspacesDisableWorkspaceInput, options?: CallOptions): Promise<Result<Workspace>>
    /**
     * Make all keys of a disabled workspace usable again, except those disabled individually.
     *
     * Callers: an operator key.
     * Errors: `data/workspace_not_found`.
     */
    enableWorkspace(input: WorkspacesEnableWorkspaceInput, options?: CallOptions): Promise<Result<Workspace>>
    /**
     * Show a workspace; an operator sees disabled ones too.
     *
     * Callers: an operator key; or a root key with `workspace.*.read_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    getWorkspace(input?: WorkspacesGetWorkspaceInput, options?: CallOptions): Promise<Result<Workspace>>
    /**
     * List the workspaces of the installation.
     *
     * Callers: an operator key.
     */
    readonly listWorkspaces: PagedCall<[input?: WorkspacesListWorkspacesInput, options?: CallOptions], Workspace>
    /**
     * Rename a workspace; an operator also sets its limits and quotas.
     *
     * Callers: an operator key; or a root key with `workspace.*.update_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    updateWorkspace(input?: WorkspacesUpdateWorkspaceInput, options?: CallOptions): Promise<Result<Workspace>>
  }
}
