// Written by `npm run gen` from the operations of the service. Change those instead of this.

import type { CallOptions, PagedCall } from "../call.ts"
import type { Result } from "../result.ts"

export interface Api {
  /** Id of the API. */
  id: string
  /** Name of the API, for people. */
  name: string
  /** Prefix of new keys that do not name one. Absent means none. */
  defaultPrefix?: string
  /** Random bytes in new keys that do not name a length. Absent means the default, 24. */
  defaultBytes?: number
  /** Whether deleting the API is refused. */
  deleteProtection: boolean
  /** Networks (CIDR) or addresses that may use keys of the API. Empty means all. */
  ipAllowlist: string[]
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
}

export interface Balances {
  /** Credits of the key. Absent if it is unlimited. */
  key?: number
  /** What is left of the quota of its identity. Absent if that has none. */
  quota?: number
  /** Credits of its identity. Absent if that has none. */
  credits?: number
  /** Use of its identity beyond quota and credits in this period. Absent without a quota. */
  overageUsed?: number
}

export interface Credits {
  /** Credits left. null means unlimited; only keys.updateCredits returns it. */
  remaining: number | null
  /** Credits that reservations hold until they are committed or run out. Absent if none do. */
  reserved?: number
  /** Sets the balance again every day or month. Absent means never. */
  refill?: Refill
  /** At or below it, the notice `credits.low` is recorded. Absent if there is no threshold. */
  lowAt?: number
}

export interface CreditsInput {
  /** Credits of the new key. null means unlimited. */
  remaining: number | null
  /** Sets the balance again every day or month. Absent means never. */
  refill?: NewKeyRefill | undefined
  /** Record the notice `credits.low` once the balance is at or below it. null or absent: never. */
  lowAt?: number | null | undefined
}

export interface CurrentSession {
  /** Whether the browser has a valid session. If not, only `needsSetup` has a meaning. */
  signedIn: boolean
  /** Whether no user exists yet. `keyward setup-link` creates the link for the first one. */
  needsSetup: boolean
  /** Id of the session. Absent without one. */
  sessionId?: string
  /** How the session was started. Absent without one. */
  method?: "password" | "passkey" | "oidc" | "key" | "setup" | "invitation" | "reset"
  /** When the session was started, in Unix milliseconds. Absent without one. */
  signedInAt?: number
  /** When the session ends, in Unix milliseconds. It ends earlier after 12 hours without a call. Absent without one. */
  expires?: number
  /** The user who has signed in. Absent for a session that was started with a key. */
  user?: User
  /** The root key that started the session. Absent if none did. */
  rootKey?: {
    /** Id of the root key. */
    rootKeyId: string
    /** Name of the root key, for people. Absent if it has none. */
    name?: string
  }
  /** Whether the session may call the operations of operators. */
  operator: boolean
  /** Up to 1,000 workspaces, ascending by id. A root key has one, without a role. */
  workspaces: {
    /** Id of the workspace. */
    workspaceId: string
    /** Name of the workspace. */
    name: string
    /** Whether the workspace works. If not, every key of it is refused. */
    enabled: boolean
    /** The role of the user. Absent for a key. */
    role?: MemberRole
    /** What the role allows, as permissions of root keys. */
    permissions: string[]
  }[]
}

export interface DeviceLogin {
  /** Id of the login, for deviceLogins.approveLogin and deviceLogins.denyLogin. */
  loginId: string
  /** How the terminal names itself. Keyward cannot check it. */
  terminal: string
  /** The IP address of the terminal. */
  address: string
  /** Whether the terminal and your browser have the same IP address. */
  isSameNetwork: boolean
  /** When the terminal started the login, in Unix milliseconds. */
  createdAt: number
  /** When the code expires, in Unix milliseconds. */
  expires: number
}

export interface EvaluatedRatelimit {
  /** Id of the rate limit. Empty for an inline limit. */
  id: string
  /** Name of the rate limit. */
  name: string
  /** How much is allowed per window. */
  limit: number
  /** Length of the sliding window in milliseconds. */
  duration: number
  /** Whether this limit alone refuses the verification. */
  exceeded: boolean
  /** How much is left in the window after this call. A refused verification counts nothing. */
  remaining: number
  /** When the current window ends, in Unix milliseconds. The window slides, so room comes back gradually. */
  reset: number
  /** Whether every verification checks the limit. */
  autoApply: boolean
}

export interface Event {
  /** Id of the event. */
  eventId: string
  /** What happened, as `<object>.<change>`. */
  type: string
  /** Number of the event in its workspace, without gaps: what is missing in between was not read. */
  sequence: number
  /** When the change was made, in Unix milliseconds. */
  time: number
  /** Who made the change. */
  actor: {
    /** What made the change. `identity` is a customer in the portal, `system` Keyward itself. */
    type: "operator" | "root_key" | "api_key" | "user" | "identity" | "system"
    /** Id of the key, the user or the identity, or `operator`. For `system`, the cause: `quota`, `refill`, `import`, `sign_in`, `delivery` or `notice`. */
    id: string
    /** The name of the user at that time; in the portal, the person that the link named. Absent for other actors. */
    name?: string
    /** Id of the session of a caller who had signed in, or used the portal. Absent for other callers. */
    sessionId?: string
  }
  /** Id of the workspace that the event belongs to; `installation` for events about users and sessions. */
  workspaceId: string
  /** The objects that the event concerns, the changed one first. */
  resources: {
    /** What the object is. */
    type: string
    /** Id of the object. */
    id: string
    /** The present name of the object. Absent if it has none or was deleted. */
    name?: string
  }[]
  /** `meta.requestId` of the call that made the change. Absent for `system`. */
  requestId?: string
  /** What changed. Lists hold only the entries that were removed and added. Secrets never appear. */
  changes: {
    /** The changed fields before the change. null if the object was created. */
    before: Record<string, unknown> | null
    /** The changed fields after the change. null if the object was deleted. */
    after: Record<string, unknown> | null
  }
}

export interface EventMessage {
  /** What happened, as `<object>.<change>`. */
  type: string
  /** When the change was made, in ISO 8601. */
  timestamp: string
  /** The event. */
  data: {
    /** Id of the event. */
    eventId: string
    /** What happened, as `<object>.<change>`. */
    type: string
    /** Number of the event in its workspace, without gaps: what is missing in between was not read. */
    sequence: number
    /** When the change was made, in Unix milliseconds. */
    time: number
    /** Who made the change. */
    actor: {
      /** What made the change. `identity` is a customer in the portal, `system` Keyward itself. */
      type: "operator" | "root_key" | "api_key" | "user" | "identity" | "system"
      /** Id of the key, the user or the identity, or `operator`. For `system`, the cause: `quota`, `refill`, `import`, `sign_in`, `delivery` or `notice`. */
      id: string
      /** The name of the user at that time; in the portal, the person that the link named. Absent for other actors. */
      name?: string
      /** Id of the session of a caller who had signed in, or used the portal. Absent for other callers. */
      sessionId?: string
    }
    /** Id of the workspace that the event belongs to; `installation` for events about users and sessions. */
    workspaceId: string
    /** The objects that the event concerns, the changed one first. */
    resources: {
      /** What the object is. */
      type: string
      /** Id of the object. */
      id: string
      /** The present name of the object. Absent if it has none or was deleted. */
      name?: string
    }[]
    /** `meta.requestId` of the call that made the change. Absent for `system`. */
    requestId?: string
    /** What changed, as in `events.getEvent`. Absent if the message would exceed 64 KiB. */
    changes?: {
      /** The changed fields before the change. null if the object was created. */
      before: Record<string, unknown> | null
      /** The changed fields after the change. null if the object was deleted. */
      after: Record<string, unknown> | null
    }
    /** Present if `changes` is absent. `events.getEvent` returns the whole event. */
    changesOmitted?: true
  }
}

export interface ExplainedCheck {
  /** What was checked. */
  check: "quota" | "workspace" | "existence" | "enabled" | "expiry" | "ip" | "permissions" | "ratelimit" | "credits"
  /** Name of the rate limit; there is one entry per limit. `identity` for the check of quota and credits of the identity. Absent for other checks. */
  name?: string
  /** Whether the check passed. */
  passed: boolean
  /** What the check saw. */
  detail: string
  /** What would make the check pass, in one sentence for people. Absent if it passed. */
  hint?: string
  /** The call that makes the check pass. Absent if the check passed, if no single call helps, or if someone must decide how much to allow. */
  fix?: ExplainedFix
  /** Permissions that the key lacks for the query. Absent if it lacks none. */
  missing?: string[]
  /** What is left of the rate limit, or how many verifications are left of the quota. Absent for other checks. */
  remaining?: number
  /** When the next window of the limit, the next month or period of the quota or the next refill begins, in Unix milliseconds. Absent if there is none. */
  reset?: number
  /** Credits of the key, or the most that one call may cost the identity. Absent means unlimited. */
  balance?: number
  /** With the check `expiry`: when the key expires, in Unix milliseconds. Absent for other checks, and if the key never expires. */
  expires?: number
}

export interface Explanation {
  /** What keys.verifyKey would return now: a code, or the code of an error. `VALID`: All checks passed, and the rate limits and credits are charged. `NOT_FOUND`: The workspace has no such key, or the caller may not verify it. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not in the list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits. */
  code: "VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED" | "limits/quota_exceeded" | "authorization/workspace_disabled" | "application/precondition_failed"
  /** Every check, in order. An unknown key has only the first three. */
  checks: ExplainedCheck[]
  /** When the same request becomes valid without any change, in Unix milliseconds, if nothing else is verified until then. Absent if it is valid now, or never becomes valid. */
  validAgainAt?: number
}

export interface Identity {
  /** Id of the identity. */
  id: string
  /** The same as `id`. */
  identityId: string
  /** Your own id of the customer or user. It is unique in the workspace. */
  externalId: string
  /** Whether keys of the identity work. If not, verifications return `DISABLED`. */
  enabled: boolean
  /** Your own data about the identity; `{}` if there is none. Absent only when a key describes itself. */
  meta?: Meta
  /** Rate limits that all keys of the identity share, ascending by name. */
  ratelimits: Ratelimit[]
  /** Slugs of the permissions that all keys of the identity hold, ascending. Absent where a key shows its identity. */
  permissions?: string[]
  /** The plan that applies to the identity: its own, or the default plan. Absent if there is neither. */
  plan?: PlanOfIdentity
  /** A change of plan in the future. Absent if none is set, and where a key shows its identity. */
  planChange?: PlanChange
  /** First day of monthly periods, 1 to 31; in a shorter month, its last day. Absent where a key shows it. */
  billingDay?: number
  /** How much all keys of the identity may use per period: its own quota, or that of its plan. Absent if unlimited, and where a key shows it. */
  quota?: Quota
  /** Prepaid credits that all keys of the identity share. Absent if none, and where a key shows it. */
  credits?: IdentityCredits
  /** What was counted in the last periods of other intervals than that of the quota, for invoices after a change of plan. Oldest first. Absent if nothing was, and where a key shows its identity. */
  otherPeriods?: OtherPeriod[]
  /** Number of keys of the identity, disabled and expired ones included. Exact below 1,000; 1,000 means 1,000 or more. Only in lists with `countKeys`. */
  keys?: number
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
}

export interface IdentityCredits {
  /** Credits left. */
  remaining: number
  /** Credits that reservations hold until they are committed or run out. */
  reserved: number
  /** At or below it, the notice `credits.low` is recorded. Absent if there is no threshold. */
  lowAt?: number
}

export interface IdentityCreditsInput {
  /** Credits of the identity. */
  remaining: number
  /** Record the notice `credits.low` once the balance is at or below it. null: never. Absent: as you chose before, or 10 % of the balance after the last set or increment. */
  lowAt?: number | null | undefined
}

export interface IdentityCreditsPatch {
  /** Credits of the identity. Absent: as they are. */
  remaining?: number | undefined
  /** Record the notice `credits.low` once the balance is at or below it. null: never. Absent: as you chose before, or 10 % of the balance after the last set or increment. */
  lowAt?: number | null | undefined
}

export interface Incident {
  /** Start of the first minute or hour that was counted. */
  from: number
  /** End of the last one, exclusive. */
  to: number
  /** How finely refusals were counted. */
  interval: "minute" | "hour" | "day"
  /** The refusals by code, the most first. Empty if nothing was refused. */
  refusals: IncidentRefusals[]
  /** The newest changes of what decides about these calls: keys, roles, customer, plan, APIs, workspace and root keys; every cause among them. Absent without `event.*.read_event`. */
  changes?: {
    /** Id of the event. */
    eventId: string
    /** What happened, as `<object>.<change>`. */
    type: string
    /** Number of the event in its workspace, without gaps: what is missing in between was not read. */
    sequence: number
    /** When the change was made, in Unix milliseconds. */
    time: number
    /** Who made the change. */
    actor: {
      /** What made the change. `identity` is a customer in the portal, `system` Keyward itself. */
      type: "operator" | "root_key" | "api_key" | "user" | "identity" | "system"
      /** Id of the key, the user or the identity, or `operator`. For `system`, the cause: `quota`, `refill`, `import`, `sign_in`, `delivery` or `notice`. */
      id: string
      /** The name of the user at that time; in the portal, the person that the link named. Absent for other actors. */
      name?: string
      /** Id of the session of a caller who had signed in, or used the portal. Absent for other callers. */
      sessionId?: string
    }
    /** Id of the workspace that the event belongs to; `installation` for events about users and sessions. */
    workspaceId: string
    /** The objects that the event concerns, the changed one first. */
    resources: {
      /** What the object is. */
      type: string
      /** Id of the object. */
      id: string
      /** The present name of the object. Absent if it has none or was deleted. */
      name?: string
    }[]
    /** `meta.requestId` of the call that made the change. Absent for `system`. */
    requestId?: string
    /** What changed. Lists hold only the entries that were removed and added. Secrets never appear. */
    changes: {
      /** The changed fields before the change. null if the object was created. */
      before: Record<string, unknown> | null
      /** The changed fields after the change. null if the object was deleted. */
      after: Record<string, unknown> | null
    }
    /** Present name of the user, root key or customer who made the change. Absent if it has none. */
    actorName?: string
  }[]
  /** Present if there were more changes than `changes` has. */
  moreChanges?: true
}

export interface IncidentCause {
  /** Id of the event. `changes` has it. */
  eventId: string
  /** True if it is the only change then that refuses the newest call by itself. False: the time fits, but look at the other changes. */
  certain: boolean
}

export interface IncidentFix {
  /** `undo` takes back what the cause did to these calls. `alternative`: another call that ends the refusals. */
  kind: "undo" | "alternative"
  /** The operation to call. */
  operation: "keys.updateKey" | "keys.addPermissions" | "keys.addRoles" | "keys.updateCredits" | "identities.updateIdentity" | "identities.updateCredits" | "plans.updatePlan" | "apis.updateApi" | "permissions.setRolePermissions"
  /** Its input, which is sent unchanged. */
  input: Record<string, unknown>
  /** Which calls pass after it, in a sentence for people. Read it before you make the call. */
  letsIn: string
  /** Checks that refuse the same call even after the fix. `[]`: the call is accepted. Absent if the call is not known. */
  stillRefusedBy?: ("quota" | "workspace" | "existence" | "enabled" | "expiry" | "ip" | "permissions" | "ratelimit" | "credits")[]
}

export interface IncidentRefusals {
  /** What the verifications returned. `VALID`: All checks passed, and the rate limits and credits are charged. `NOT_FOUND`: The workspace has no such key, or the caller may not verify it. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not in the list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits. */
  code: "VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED"
  /** How many were refused with it, exactly. */
  count: number
  /** When the first was refused, in Unix milliseconds: exactly if the log has it, otherwise the start of its minute or hour. */
  firstAt: number
  /** When the last was refused, as exactly as `firstAt`. */
  lastAt: number
  /** The times of refusals without a long pause, oldest first. */
  spells: {
    /** Start of its first minute or hour, in Unix milliseconds. */
    from: number
    /** End of its last minute or hour, exclusive. */
    until: number
    /** Refusals in this time. */
    count: number
  }[]
  /** The newest of these calls that the log has. Absent if it has none. */
  newest?: LoggedVerification
  /** The keys that were refused, the most refused first. */
  keys: RefusedKey[]
  /** Present if more keys were refused than `keys` names. */
  moreKeys?: true
  /** The change that these refusals came from: none with this code came in the hour before it, and the first within five minutes after it. Absent if no change is so, and without `event.*.read_event`. */
  cause?: IncidentCause
  /** How many others the cause touched, of the 100 most refused keys. Absent without a cause, and without `api.*.read_usage`. */
  others?: {
    /** Other keys that were refused with this code since the cause, and that its object concerns. */
    keys: number
    /** The customers of these keys, without the one that was asked about. */
    customers: number
  }
  /** Calls that the caller may make, to take back the cause first. Empty if the call is accepted now. */
  fixes: IncidentFix[]
}

export interface Invitation {
  /** Id of the invitation. */
  invitationId: string
  /** E-mail address of the invited person. */
  email: string
  /** The role that the person gets. */
  role: MemberRole
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When the link expires, in Unix milliseconds. */
  expires: number
}

export interface Key {
  /** Id of the key. */
  keyId: string
  /** Id of the API that the key belongs to. */
  apiId: string
  /** First characters of the key, so that people can distinguish keys. May be empty for an imported key. */
  start: string
  /** Whether the key works. If not, or if its identity is disabled, verifications return `DISABLED`. */
  enabled: boolean
  /** Whether the key holds only those of its own permissions that its identity has too. */
  scoped: boolean
  /** Name of the key, for people. Absent if it has none. */
  name?: string
  /** Your own data about the key; `{}` if there is none. Absent only when a key describes itself. */
  meta?: Meta
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
  /** When a verification last returned `VALID`, in Unix milliseconds; up to a minute late. Absent if never. */
  lastUsedAt?: number
  /** When the key expires, in Unix milliseconds. Absent means never. */
  expires?: number
  /** Slugs of all permissions that the key holds, through its identity too, ascending. */
  permissions: string[]
  /** Slugs of the permissions that the key holds only through its identity, ascending. */
  inheritedPermissions: string[]
  /** Slugs of the permissions that the key itself holds, ascending. Absent except in keys.getKey. */
  directPermissions?: string[]
  /** Names of the roles that the key holds, ascending. */
  roles: string[]
  /** Credits of the key. Absent means unlimited. */
  credits?: Credits
  /** The rotation in progress: the key has a new secret, and the previous one still works. Absent if none. */
  rotation?: KeyRotation
  /** What is left to the key: its own credits, and quota and credits of its identity. Absent if nothing is counted. */
  balances?: Balances
  /** The customer who owns the key. Absent if none. */
  identity?: Identity
  /** Rate limits of the key itself, ascending by name. Those of its identity are in `identity`. */
  ratelimits: Ratelimit[]
  /** Networks (CIDR) or addresses that may use the key. Empty means all. */
  ipAllowlist: string[]
  /** Whether the plaintext is stored, encrypted, so that it can be shown again. */
  recoverable: boolean
  /** The key itself. Present only if the key is recoverable and the request has `decrypt: true`. */
  plaintext?: string
}

export interface KeyRotation {
  /** When the key got its current secret, in Unix milliseconds. */
  startedAt: number
  /** First characters of the previous secret. */
  previousStart: string
  /** When the previous secret stops working, in Unix milliseconds. It stops earlier if the key itself expires. */
  previousExpires: number
  /** When a verification of the previous secret last returned `VALID` in this rotation, in Unix milliseconds; up to a minute late. Absent if never. */
  previousLastUsedAt?: number
}

export interface Limits {
  /** Maximum requests of root keys per minute. null means unlimited. */
  requestsPerMinute: number | null
  /** Maximum number of keys that have not expired. null means unlimited. */
  keys: number | null
  /** Maximum number of identities. null means unlimited. */
  identities: number | null
  /** Maximum verifications per calendar month in UTC. null means unlimited. */
  verificationsPerMonth: number | null
  /** What a quota does when it is exceeded. `reject`: refuse the call. `disable`: also disable the workspace. */
  onExceeded: "reject" | "disable"
}

export interface LimitsPatch {
  /** Maximum requests of root keys per minute. null means unlimited. */
  requestsPerMinute?: number | null | undefined
  /** Maximum number of keys that have not expired. null means unlimited. */
  keys?: number | null | undefined
  /** Maximum number of identities. null means unlimited. */
  identities?: number | null | undefined
  /** Maximum verifications per calendar month in UTC. null means unlimited. */
  verificationsPerMonth?: number | null | undefined
  /** What a quota does when it is exceeded. `reject`: refuse the call. `disable`: also disable the workspace. */
  onExceeded?: "reject" | "disable" | undefined
}

export interface ListedRootKey {
  /** Id of the root key. */
  keyId: string
  /** Name of the root key, for people. null if it has none. */
  name: string | null
  /** First characters of the root key, so that people can distinguish keys. */
  start: string
  /** Always empty: the end of a key is not stored. */
  end: string
  /** Whether the root key works. If not, its calls are refused. */
  enabled: boolean
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it last made a call, in Unix milliseconds; up to a minute late. 0 if never. */
  lastUsedAt: number
  /** When the root key expires, in Unix milliseconds. null means never. */
  expires: number | null
  /** What the root key may do, ascending. `*` is everything. */
  permissions: string[]
}

export interface LoggedVerification {
  /** When the key was verified, in Unix milliseconds. */
  time: number
  /** `meta.requestId` of the call of keys.verifyKey. */
  requestId: string
  /** What the verification returned. `VALID`: All checks passed, and the rate limits and credits are charged. `NOT_FOUND`: The workspace has no such key, or the caller may not verify it. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not in the list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits. */
  code: "VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED"
  /** Id of the API of the key. Absent if the key is unknown. */
  apiId?: string
  /** Id of the key. Absent if the key is unknown. */
  keyId?: string
  /** Name of the key, for people. Absent if it has none. */
  name?: string
  /** The customer who owned the key then. Absent if none. */
  identity?: {
    /** Id of the identity. */
    id: string
    /** Your own id of the customer. Absent if it is no longer known. */
    externalId?: string
  }
  /** Tags of the call. */
  tags: string[]
  /** `ip` of the call, as it was sent. Absent if there was none. */
  ip?: string
  /** Credits that the call asked for. Absent if the key is unknown or unlimited. */
  cost?: number
  /** Credits left after the call. Absent if the key is unknown or unlimited. */
  credits?: number
  /** Names of the rate limits that refused the call. Absent if none did. */
  exceeded?: string[]
  /** The permission query that the key does not satisfy. Absent if that was not the reason. */
  missing?: string
  /** For how many verifications the row stands; 1 if it was not sampled. */
  weight: number
}

export interface Member {
  /** Id of the user. */
  userId: string
  /** E-mail address of the user. It is unique in the installation. */
  email: string
  /** The name that others see. */
  name: string
  /** The role of the user in the workspace. */
  role: MemberRole
  /** When the user became a member, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
}

export interface Membership {
  /** Id of the workspace. */
  workspaceId: string
  /** Name of the workspace. */
  name: string
  /** Whether the workspace works. If not, every key of it is refused. */
  enabled: boolean
  /** The role of the user in the workspace. */
  role: MemberRole
  /** What the role allows, as permissions of root keys. */
  permissions: string[]
}

export interface Migration {
  /** Id of the migration. */
  migrationId: string
  /** Name of the migration, for people. Absent if it has none. */
  name?: string
  /** How the other system hashed its keys. */
  algorithm: HashAlgorithm
  /** When it was created, in Unix milliseconds. */
  createdAt: number
}

export interface MintedKey {
  /** Id of the new key. */
  keyId: string
  /** The key itself. Give it to its owner: no later response shows it. */
  key: string
}

export interface MintedRootKey {
  /** Id of the new root key. */
  rootKeyId: string
  /** The root key itself. Store it now: no later response shows it. */
  rootKey: string
}

export interface Namespace {
  /** Id of the namespace. */
  id: string
  /** Name of the namespace. It is unique in the workspace. */
  name: string
  /** When it was created, in Unix milliseconds. */
  createdAt: number
}

export interface Node {
  /** Identifies the process until it ends, as in `GET /readyz`. */
  nodeId: string
  /** Host name of the machine. Absent until the node reports it. */
  host?: string
  /** The version of Keyward that the node runs. */
  version: string
  /** When the process started, in Unix milliseconds. */
  startedAt: number
  /** Whether this node handled the request. */
  isCurrent: boolean
  /** The right to respond from memory. Absent on SQLite, which has one node. */
  lease?: {
    /** When the lease ends unless the node renews it, in Unix milliseconds. */
    until: number
    /** Whether the lease is valid. If not, the node reads everything from the database: correct, but slower. */
    valid: boolean
  }
  /** Number of changes that have not reached this node yet, usually 0. Absent until the node reports it. */
  lag?: number
  /** Resident memory in bytes. Absent until the node reports it. */
  memory?: number
  /** Verifications per second, over the last ten seconds. Absent until the node reports it. */
  verificationsPerSecond?: number
  /** Damage and lack of disk space, as in `GET /readyz`. Only on the node that handled the request. Absent if there is none. */
  problems?: Problem[]
}

export interface NoticeSettings {
  /** How many days before a key or root key expires a notice tells it. Empty: never. */
  expiringDays: number[]
  /** From when on refusals of a kind are told. null: never. */
  refusals: {
    /** How many times the hourly mean of the last 24 hours. */
    times: number
    /** How many refusals in the hour at least. */
    atLeast: number
  } | null
}

export interface NoticeSettingsPatch {
  /** How many days before a key or root key expires a notice tells it. Empty: never. */
  expiringDays?: readonly number[] | undefined
  /** From when on refusals of a kind are told. null: never. */
  refusals?: {
    /** How many times the hourly mean of the last 24 hours. */
    times: number
    /** How many refusals in the hour at least. */
    atLeast: number
  } | null | undefined
}

export interface OidcAccount {
  /** URL of the provider. */
  issuer: string
  /** The id that the provider gives the user. */
  subject: string
  /** When the account was linked, in Unix milliseconds. */
  createdAt: number
}

export interface OtherPeriod {
  /** When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on the day `billingDay`. `total`: never again. */
  interval: "daily" | "weekly" | "monthly" | "total"
  /** When the period began, in Unix milliseconds. Absent with `total`. */
  from?: number
  /** When the period ends, in Unix milliseconds. Absent with `total`. */
  ends?: number
  /** Use in this period that the quota paid. Excludes what credits or overage paid. */
  used: number
  /** Use in this period beyond quota and credits. */
  overageUsed: number
}

export interface Override {
  /** Id of the override. */
  overrideId: string
  /** An identifier, or a pattern in which `*` stands for any characters. */
  identifier: string
  /** How much is allowed per window. 0 denies everything. */
  limit: number
  /** Length of the sliding window in milliseconds. */
  duration: number
}

export interface Pagination {
  /** Send it as `cursor` to get the next page. Absent after the last page. */
  cursor?: string
  /** Whether there is another page. */
  hasMore: boolean
  /** How many objects match, on all pages. Only with `count`. */
  total?: number
  /** More than `total` objects match, because the count stopped. Absent if `total` is exact. */
  totalIsAtLeast?: true
}

export interface Passkey {
  /** Id of the passkey. */
  passkeyId: string
  /** The name by which the user recognizes it. */
  name: string
  /** Whether the passkey is stored on several devices. */
  isBackedUp: boolean
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it last signed the user in, in Unix milliseconds. Absent if never. */
  lastUsedAt?: number
}

export interface PasskeyCreation {
  /** Id of the passkey, as base64url. */
  id: string
  /** The same as `id`. */
  rawId: string
  /** Always `public-key`. */
  type: "public-key"
  /** The new passkey, as the device describes it. */
  response: {
    /** What the browser signed about the page and the challenge, as base64url. */
    clientDataJSON: string
    /** The public key and what the device says about it, as base64url. */
    attestationObject: string
    /** How the browser can reach the device, such as `internal` or `usb`. */
    transports?: readonly string[] | undefined
  }
}

export interface PasskeyCreationOptions {
  /** Random bytes that the passkey must sign, as base64url. */
  challenge: string
  /** The service that the passkey is for. */
  rp: {
    /** Host of the public URL. */
    id: string
    /** Name of the service, which the device shows. */
    name: string
  }
  /** The user whom the passkey signs in. */
  user: {
    /** Id of the user, as base64url. */
    id: string
    /** E-mail address of the user. */
    name: string
    /** Name of the user. */
    displayName: string
  }
  /** Signature algorithms that Keyward accepts, best first. */
  pubKeyCredParams: {
    /** Always `public-key`. */
    type: "public-key"
    /** COSE number of the algorithm; -7 is ES256. */
    alg: number
  }[]
  /** Milliseconds until the challenge expires. */
  timeout: number
  /** Passkeys that the user already has. Their devices create no second one. */
  excludeCredentials: {
    /** Always `public-key`. */
    type: "public-key"
    /** Id of the passkey, as base64url. */
    id: string
    /** How the browser can reach the device. Absent if it is not known. */
    transports?: string[]
  }[]
  /** What the device must be able to do. */
  authenticatorSelection: {
    /** The device stores the passkey, so that people sign in without typing a name. */
    residentKey: "required"
    /** The same, for older browsers. */
    requireResidentKey: true
    /** The device must check who uses it, such as with a fingerprint or a PIN. */
    userVerification: "required"
  }
  /** Keyward does not ask for the make of the device. */
  attestation: "none"
}

export interface PasskeySignIn {
  /** Id of the passkey, as base64url. */
  id: string
  /** The same as `id`. */
  rawId: string
  /** Always `public-key`. */
  type: "public-key"
  /** The proof of the device. */
  response: {
    /** What the browser signed about the page and the challenge, as base64url. */
    clientDataJSON: string
    /** What the device says about the sign-in, as base64url. */
    authenticatorData: string
    /** Signature of the passkey over both, as base64url. */
    signature: string
    /** Id of the user, as base64url. */
    userHandle: string
  }
}

export interface PasskeySignInOptions {
  /** Random bytes that the passkey must sign, as base64url. */
  challenge: string
  /** Host of the public URL, which the passkey belongs to. */
  rpId: string
  /** Milliseconds until the challenge expires. */
  timeout: number
  /** The device must check who uses it, such as with a fingerprint or a PIN. */
  userVerification: "required"
}

export interface Permission {
  /** Id of the permission. */
  id: string
  /** Name of the permission, for people. */
  name: string
  /** The word that keys hold and queries name. */
  slug: string
  /** Description, for people. Absent if there is none. */
  description?: string
  /** Number of keys that hold the permission, directly or by a role, disabled and expired ones included. Exact below 1,000; 1,000 means 1,000 or more. Only in lists with `countKeys`. */
  keys?: number
}

export interface Plan {
  /** Id of the plan. */
  id: string
  /** Name of the plan. It is unique in the workspace. */
  name: string
  /** Description, for people. Absent if there is none. */
  description?: string
  /** Your own data about the plan; `{}` if there is none. */
  meta: Meta
  /** Slugs of the permissions that all keys of its identities hold, ascending. */
  permissions: string[]
  /** Rate limits, counted for each identity. Ascending by name. */
  ratelimits: Ratelimit[]
  /** How many unexpired keys each identity of the plan may have. Absent if there is no bound. */
  maxKeys?: number
  /** How much all keys of each identity may use per period. A quota of the identity beats it. Absent if there is none. */
  quota?: PlanQuota
  /** Whether the plan applies to every identity without a plan of its own. */
  default: boolean
  /** How many identities have the plan; of the default plan, also those without a plan of their own. Up to a minute late. Absent in plans.updatePlan. */
  identities?: number
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
}

export interface PlanChange {
  /** The plan from then on. Absent: no plan of its own, so the default plan, if there is one. */
  plan?: PlanOfIdentity
  /** When the plan changes, in Unix milliseconds. */
  at: number
}

export interface PlanOfIdentity {
  /** Id of the plan. */
  id: string
  /** Name of the plan. */
  name: string
  /** Your own data about the plan. Absent only when a key describes itself. */
  meta?: Meta
  /** True if this is the default plan and the identity has no plan of its own. Absent otherwise. */
  inherited?: boolean
}

export interface PlanQuota {
  /** How much the keys of the identity may use together in each period. */
  limit: number
  /** When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on the day `billingDay`. `total`: never again. */
  interval: "daily" | "weekly" | "monthly" | "total"
  /** How far use may exceed the limit in each period, once credits are used up. null means without a bound. */
  overage: number | null
}

export interface Portal {
  /** Whether the portal works. If not, no session of it does. */
  enabled: boolean
  /** Ids of the APIs whose keys customers manage. Keys of other APIs do not exist in the portal. */
  apis: string[]
  /** What customers may do: `create`, `rename`, `restrict` (to networks), `rotate` and `revoke` keys, see `usage`, and see `refusals`. */
  actions: ("create" | "rename" | "restrict" | "rotate" | "revoke" | "usage" | "refusals")[]
  /** Permissions that customers can choose for a new key. */
  permissions: PortalPermission[]
  /** Which of these customers can choose. `plan`: those that their identity or plan has, and a key with a choice is scoped. `portal`: all, and the key holds them whatever the plan. */
  permissionsFrom: "plan" | "portal"
  /** How many unexpired keys a customer may have in these APIs. `maxKeys` of the plan applies too. */
  maxKeys: number
  /** Lifetime of new keys. Absent: keys never expire by themselves. */
  expiry?: PortalExpiry
  /** What customers read at the top. Default: the name of the workspace. */
  name: string
  /** Color of buttons and links, as `#rrggbb`. Absent: the usual one. */
  accent?: string
  /** Logo, as a data URL with a PNG, JPEG or WebP image of at most 32 KiB. Absent: the name. */
  logo?: string
  /** Logo on a dark background, in the same form. Absent: `logo`. */
  logoDark?: string
  /** Address of your documentation, with `https`. Absent: no link. */
  docsUrl?: string
  /** Address at which customers get help, with `https`. Absent: no link. */
  supportUrl?: string
  /** Origins to which a session can lead back, with `https`; on this machine also `http`. */
  returnOrigins: string[]
  /** Origins of pages that may embed the portal, in the same form. They need KEYWARD_PORTAL_URL with an origin of its own. */
  frameAncestors: string[]
  /** Texts that replace the English ones, by language and id. Absent: none. */
  texts?: PortalTexts
  /** Where the portal is. Links of portal.createSession add a token. Absent if this server has no portal. */
  url?: string
  /** When it was first changed, in Unix milliseconds. Absent if never, so that everything is as at first. */
  createdAt?: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
}

export interface PortalExpiry {
  /** Lifetime of a key for which the customer chooses none, in milliseconds. */
  default?: number
  /** Longest lifetime, in milliseconds. With it, every key expires. */
  max?: number
}

export interface PortalKey {
  /** Id of the key. */
  keyId: string
  /** Id of the API that the key belongs to. */
  apiId: string
  /** Name of the key. Absent if it has none. */
  name?: string
  /** First characters of the key. */
  start: string
  /** Whether the key works. The service may have disabled it. */
  enabled: boolean
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When the key was last used, in Unix milliseconds; up to a minute late. Absent if never. */
  lastUsedAt?: number
  /** When the key expires, in Unix milliseconds. Absent means never. */
  expires?: number
  /** Slugs of all permissions that the key holds, ascending. */
  permissions: string[]
  /** Networks (CIDR) that may use the key. Empty means all. */
  ipAllowlist: string[]
  /** The rotation in progress. Absent if there is none. */
  rotation?: {
    /** When the key got its current secret, in Unix milliseconds. */
    startedAt: number
    /** First characters of the previous secret. */
    previousStart: string
    /** When the previous secret stops working, in Unix milliseconds. */
    previousExpires: number
    /** When the previous secret was last used in this rotation. Absent if never. */
    previousLastUsedAt?: number
  }
}

export interface PortalPermission {
  /** Slug of the permission. */
  slug: string
  /** What customers read. */
  title: string
}

export interface PortalRefusal {
  /** When the call was refused, in Unix milliseconds. */
  time: number
  /** Why. `VALID`: All checks passed, and the rate limits and credits are charged. `NOT_FOUND`: The workspace has no such key, or the caller may not verify it. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not in the list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits. */
  code: "VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED"
  /** Id of the key. */
  keyId: string
  /** IP address of the call, as it was sent. Absent if there was none. */
  ip?: string
  /** Names of the rate limits that refused the call. Absent if none did. */
  exceeded?: string[]
}

export interface PortalSession {
  /** Id of the session. */
  sessionId: string
  /** When the session ends, in Unix milliseconds; before it is opened, when its link ends. */
  expires: number
  /** Name of the customer, as the page shows it. Absent if the link named none. */
  customer?: string
  /** Name of the person who manages the keys, as the page and events show it. Absent if the link named none. */
  actor?: string
  /** Id of the customer. */
  identityId: string
  /** Your own id of the customer. Absent if the identity was deleted. */
  externalId?: string
  /** Ids of the APIs of the session. Absent: all of the portal. */
  apis?: string[]
  /** What the session may do, as far as the portal has it. Absent: all that the portal has. */
  actions?: ("create" | "rename" | "restrict" | "rotate" | "revoke" | "usage" | "refusals")[]
  /** Who made the link. The session works only while this caller may make one. */
  madeBy: {
    /** What made the link. */
    type: "root_key" | "user"
    /** Id of the root key or the user. */
    id: string
  }
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When the link was opened, in Unix milliseconds. Absent if it was not. */
  openedAt?: number
}

export interface PortalUsage {
  /** Id of the key. Present if you group by `key`. */
  keyId?: string
  /** Name of the key. Present if you group by `key` and it has one. */
  name?: string
  /** What the verifications returned. Present if you group by `code`. `VALID`: All checks passed, and the rate limits and credits are charged. `NOT_FOUND`: The workspace has no such key, or the caller may not verify it. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not in the list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits. */
  code?: "VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED"
  /** Present if this entry is the sum of all groups beyond `limit`. */
  other?: true
  /** Credits that these verifications spent. */
  credits: number
  /** Credits spent, for each of `times`. */
  creditCounts: number[]
  /** Sum of `counts`. */
  total: number
  /** One count for each of `times`. */
  counts: number[]
}

export interface PortalView {
  /** The session that makes this call. */
  session: {
    /** Id of the session, which every call sends as `Keyward-Portal`. */
    sessionId: string
    /** When the session ends, in Unix milliseconds. */
    expires: number
    /** What the session may do now. */
    actions: ("create" | "rename" | "restrict" | "rotate" | "revoke" | "usage" | "refusals")[]
    /** Where the page opens. */
    page: "keys" | "create" | "usage"
    /** Name of the customer. Absent if the link named none. */
    customer?: string
    /** Name of the person. Absent if the link named none. */
    actor?: string
    /** Where the page leads back to. Absent if there is no such link. */
    returnUrl?: string
    /** Language of the page. Absent: that of the browser. */
    locale?: string
    /** Name of the member who opened the portal as this customer. Absent in sessions of customers. */
    openedBy?: string
  }
  /** How the page looks. */
  branding: {
    /** Name of the service. */
    name: string
    /** Color of buttons and links, as `#rrggbb`. Absent: the usual one. */
    accent?: string
    /** Logo, as a data URL. Absent: the name. */
    logo?: string
    /** Logo on a dark background, as a data URL. Absent: `logo`. */
    logoDark?: string
    /** Address of the documentation. Absent: no link. */
    docsUrl?: string
    /** Address of the support. Absent: no link. */
    supportUrl?: string
  }
  /** Texts that replace the English ones, by language and id. Only the language of the session, if set. */
  texts: Record<string, unknown>
  /** The APIs of the session. */
  apis: {
    /** Id of the API. */
    apiId: string
    /** Name of the API. */
    name: string
  }[]
  /** Permissions that a new key can be limited to, or given. Empty: no choice. */
  permissions: {
    /** Slug of the permission. */
    slug: string
    /** What customers read. */
    title: string
  }[]
  /** How many keys the customer has. */
  keys: {
    /** Unexpired keys of the customer in these APIs. */
    count: number
    /** How many there may be. */
    limit: number
    /** How many more can be created now. */
    room: number
  }
  /** Lifetime of new keys. Absent: keys may live forever. */
  expiry?: {
    /** Lifetime of a key without a choice, in milliseconds. Absent: `max`. */
    default?: number
    /** Longest lifetime, in milliseconds. Absent: keys may live forever. */
    max?: number
  }
  /** The plan of the customer. Absent if there is none. */
  plan?: {
    /** Name of the plan. */
    name: string
  }
  /** The quota. Absent if there is none. */
  quota?: {
    /** How much the keys of the identity may use together in each period. */
    limit: number
    /** When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on the day `billingDay`. `total`: never again. */
    interval: "daily" | "weekly" | "monthly" | "total"
    /** How far use may exceed the limit in each period, once credits are used up. null means without a bound. */
    overage: number | null
    /** Use in this period that the quota paid. Excludes what credits or overage paid. */
    used: number
    /** Use in this period beyond quota and credits. */
    overageUsed: number
    /** When the period began, in Unix milliseconds. Absent with `total`. */
    from?: number
    /** When the next period begins, in Unix milliseconds. Absent with `total`. */
    resets?: number
  }
  /** Prepaid credits. Absent if there are none. */
  credits?: {
    /** Credits left. */
    remaining: number
    /** Credits that reservations hold until they are committed or run out. */
    reserved: number
  }
  /** Rate limits that all keys of the customer share, ascending by name. */
  limits: {
    /** Name of the rate limit. */
    name: string
    /** How many calls. */
    limit: number
    /** In how many milliseconds. */
    duration: number
  }[]
}

export interface Problem {
  /** Identifies the problem. */
  type: "overloaded" | "database_damaged" | "verification_log_damaged" | "disk_full" | "disk_low"
  /** What is wrong, what it causes and what to do. */
  detail: string
  /** Path of the page that explains more. */
  guide: string
}

export interface Quota {
  /** How much the keys of the identity may use together in each period. */
  limit: number
  /** When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on the day `billingDay`. `total`: never again. */
  interval: "daily" | "weekly" | "monthly" | "total"
  /** How far use may exceed the limit in each period, once credits are used up. null means without a bound. */
  overage: number | null
  /** True if this is the quota of the plan, because the identity has none of its own. Absent otherwise. */
  inherited?: boolean
  /** Use in this period that the quota paid. Excludes what credits or overage paid. */
  used: number
  /** Use in this period beyond quota and credits. */
  overageUsed: number
  /** When the period began, in Unix milliseconds. Absent with `total`. */
  from?: number
  /** When the next period begins, in Unix milliseconds. Absent with `total`. */
  resets?: number
  /** The last period before this one in which something was counted. Absent if there was none. */
  previous?: {
    /** When the period began, in Unix milliseconds. */
    from: number
    /** Use in this period that the quota paid. Excludes what credits or overage paid. */
    used: number
    /** Use in this period beyond quota and credits. */
    overageUsed: number
  }
}

export interface QuotaInput {
  /** How much the keys of the identity may use together in each period. */
  limit: number
  /** When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on the day `billingDay`. `total`: never again. */
  interval: "daily" | "weekly" | "monthly" | "total"
  /**
   * How far use may exceed the limit in each period, once credits are used up. null means without a bound.
   * Default: `0`.
   */
  overage?: number | null | undefined
}

export interface Ratelimit {
  /** Id of the rate limit. */
  id: string
  /** Name of the rate limit. Verifications name it. */
  name: string
  /** How much is allowed per window. */
  limit: number
  /** Length of the sliding window in milliseconds. */
  duration: number
  /** Whether every verification checks the limit. Otherwise only those that name it. */
  autoApply: boolean
}

export interface RatelimitInput {
  /** Name of the rate limit, unique in the list. Verifications name it. */
  name: string
  /** How much is allowed per window. */
  limit: number
  /** Length of the sliding window in milliseconds. */
  duration: number
  /**
   * Whether every verification checks the limit. Otherwise only those that name it.
   * Default: `false`.
   */
  autoApply?: boolean | undefined
}

export interface RatelimitUsage {
  /** Result of the checks. Present if you group by `outcome`. */
  outcome?: "passed" | "denied"
  /** The identifier. Present if you group by `identifier`. */
  identifier?: string
  /** Present if this entry is the sum of all groups beyond `limit`. */
  other?: true
  /** Sum of `counts`. */
  total: number
  /** One count for each of `times`. */
  counts: number[]
}

export interface Refill {
  /** `daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refillDay`. */
  interval: "daily" | "monthly"
  /** Balance after a refill. It replaces what remains. */
  amount: number
  /** Day of a monthly refill, 1 to 31; in a shorter month, its last day. Absent if the refill is daily. */
  refillDay?: number
}

export interface RefusedKey {
  /** Id of the key. */
  keyId: string
  /** Name of the key, for people. Absent if it has none. */
  name?: string
  /** How often the key was refused with this code. */
  count: number
  /** The newest of these calls that the log has. Absent if the log has none, and in entries after the fourth. */
  call?: LoggedVerification
  /** What the same call would return now. Without `call` it is about a call without permissions and address, which is no proof. Absent without `read_key` for the API, if the key was deleted, and in entries after the fourth. */
  now?: Explanation
}

export interface ResetLink {
  /** Id of the user. */
  userId: string
  /** E-mail address of the user. It is unique in the installation. */
  email: string
  /** The name that others see. */
  name: string
  /** Who made the link. It works only while this user is an operator, or this key the operator key. */
  createdBy: {
    /** `operator` for the operator key. */
    type: "user" | "operator"
    /** Id of the user, or `operator`. */
    id: string
    /** The name of the user. Absent for the operator key. */
    name?: string
  }
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When the link expires, in Unix milliseconds. */
  expires: number
}

export interface Role {
  /** Id of the role. */
  id: string
  /** Name of the role. It is unique in the workspace. */
  name: string
  /** Description, for people. Absent if there is none. */
  description?: string
  /** Permissions of the role, ascending by slug. */
  permissions: Permission[]
  /** Number of keys that have the role, disabled and expired ones included. Exact below 1,000; 1,000 means 1,000 or more. Only in lists with `countKeys`. */
  keys?: number
}

export interface RoleOfKey {
  /** Id of the role. */
  id: string
  /** Name of the role. It is unique in the workspace. */
  name: string
  /** Description, for people. Absent if there is none. */
  description?: string
  /** Permissions of the role, ascending by slug. Absent once the response has reached 4 MiB. */
  permissions?: Permission[]
  /** Number of keys that have the role, disabled and expired ones included. Exact below 1,000; 1,000 means 1,000 or more. Only in lists with `countKeys`. */
  keys?: number
}

export interface RootKey {
  /** Id of the root key. */
  rootKeyId: string
  /** Id of the workspace that the root key manages. */
  workspaceId: string
  /** First characters of the root key, so that people can distinguish keys. */
  start: string
  /** Name of the root key, for people. Absent if it has none. */
  name?: string
  /** Whether the root key works. If not, its calls are refused. */
  enabled: boolean
  /** What the root key may do, ascending. `*` is everything. */
  permissions: string[]
  /** When the root key expires, in Unix milliseconds. Absent means never. */
  expires?: number
  /** Id of the user who created it. Absent if no user did. */
  createdBy?: string
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
  /** When the root key last made a call, in Unix milliseconds; up to a minute late. Absent if never. */
  lastUsedAt?: number
}

export interface RotatedKey {
  /** Id of the key, which stays the same. */
  keyId: string
  /** The new secret of the key. Give it to its owner: no later response shows it. */
  key: string
  /** When the previous secret stops working, in Unix milliseconds. */
  previousExpires: number
}

export interface Session {
  /** Id of the session. */
  sessionId: string
  /** How the session was started: with a credential, or with a link for the setup, an invitation or a reset. */
  method: "password" | "passkey" | "oidc" | "key" | "setup" | "invitation" | "reset"
  /** IP address of the browser that signed in. */
  address: string
  /** `User-Agent` of that browser. Absent if it sent none. */
  userAgent?: string
  /** When the session was started, in Unix milliseconds. */
  createdAt: number
  /** When the session last made a call, in Unix milliseconds. */
  lastUsedAt: number
  /** When the session ends, in Unix milliseconds. It ends earlier after 12 hours without a call. */
  expires: number
  /** Whether this session makes the call. */
  isCurrent: boolean
}

export interface StartedSession {
  /** Id of the session. */
  sessionId: string
  /** Id of the user. Absent for a session that was started with a key. */
  userId?: string
  /** When the session ends, in Unix milliseconds. It ends earlier after 12 hours without a call. */
  expires: number
}

export interface UsageEntry {
  /** Id of the key. Present if you group by `key`, unless the key is unknown. */
  keyId?: string
  /** Name of the key or API, for people. Absent if it has none. */
  name?: string
  /** Id of the API, or of the API of the key. Absent if you group by `identity` or `tag`, or if the key is unknown. */
  apiId?: string
  /** The customer. If you group by `key`, the customer who owns the key now. Absent if none. */
  identity?: {
    /** Id of the identity. */
    id: string
    /** Your own id of the customer. Absent if it is no longer known. */
    externalId?: string
  }
  /** The tag. Present if you group by `tag`, unless there was none. */
  tag?: string
  /** Present if this entry holds verifications whose tags were not counted separately. */
  folded?: true
  /** Present if the key, customer or API was deleted. */
  deleted?: true
  /** Verifications, refused ones included. */
  verifications: number
  /** Credits that they spent. */
  credits: number
  /** Credits that the key or the customer has left now. Only with `balances`, and absent if it has none of its own. */
  remaining?: number
  /** The quota of the customer, with its use in this period. Only with `balances` if you group by `identity`, and absent if it has none. */
  quota?: Quota
  /** The same for the time from `previousFrom` to `previousTo`. Absent if you did not send them. */
  previous?: {
    /** Verifications, refused ones included. */
    verifications: number
    /** Credits that they spent. */
    credits: number
  }
}

export interface User {
  /** Id of the user. */
  userId: string
  /** E-mail address of the user. It is unique in the installation. */
  email: string
  /** The name that others see. */
  name: string
  /** Whether the user may call the operations of operators. */
  operator: boolean
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
}

export interface VerificationUsage {
  /** Id of the API. Present if you group by `api`. */
  apiId?: string
  /** Id of the key. Present if you group by `key`. */
  keyId?: string
  /** Name of the key, for people. Present if you group by `key` and it has one. */
  name?: string
  /** The customer. Present if you group by `identity`. */
  identity?: {
    /** Id of the identity. */
    id: string
    /** Your own id of the customer. Absent if it is no longer known. */
    externalId?: string
  }
  /** What the verifications returned. Present if you group by `code`. `VALID`: All checks passed, and the rate limits and credits are charged. `NOT_FOUND`: The workspace has no such key, or the caller may not verify it. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not in the list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits. */
  code?: "VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED"
  /** The tag. Present if you group by `tag`. */
  tag?: string
  /** Present if this entry is the sum of all groups beyond `limit`. */
  other?: true
  /** Present if this entry holds verifications whose tags were not counted separately. */
  folded?: true
  /** Credits that these verifications spent. */
  credits: number
  /** Credits spent, for each of `times`. */
  creditCounts: number[]
  /** Sum of `counts`. */
  total: number
  /** One count for each of `times`. */
  counts: number[]
}

export interface Webhook {
  /** Id of the webhook. */
  webhookId: string
  /** Where events are sent, with `https`. It may be a secret, so only callers with `update_webhook` see more than its origin. Without a URL, as after an import, it is the origin of the old one. */
  url: string
  /** Which events are sent: types, such as `key.created`, all types of an object, such as `key.*`, `notices` for all notices, or `*` for everything. */
  types: string[]
  /** `standard`: signed JSON as in Standard Webhooks. `slack`: one line of text for Slack and compatible services. */
  format: "standard" | "slack"
  /** Description, for people. Absent if there is none. */
  description?: string
  /** Whether events are sent. A disabled webhook keeps its place and misses nothing. */
  enabled: boolean
  /** `failing`: no success for 5 days. `gone`: the endpoint answered 410. `request`: somebody disabled it, or it was imported. Absent if enabled. */
  disabledReason?: "failing" | "gone" | "request"
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
  /** How delivery is going. */
  health: {
    /** When the endpoint last accepted an event, in Unix milliseconds. Absent if never. */
    lastDeliveredAt?: number
    /** When the first attempt since the last success failed, in Unix milliseconds. Absent after a success. */
    failingSince?: number
    /** Events that were refused and are sent again later. */
    waiting: number
    /** Time of the oldest event that was not yet sent, in Unix milliseconds. Absent if there is none. */
    behindSince?: number
  }
}

export interface WebhookAttempt {
  /** When the request was sent, in Unix milliseconds. */
  time: number
  /** How long the attempt took, in milliseconds. */
  durationMs: number
  /** HTTP status of the response. Absent if there was none. */
  status?: number
  /** Why the attempt failed. Absent after a success. */
  error?: string
  /** The first 1,024 bytes of the response. Absent after a success, without a body, and for addresses in `KEYWARD_WEBHOOK_ALLOW`. */
  response?: string
}

export interface WebhookDelivery {
  /** Id of the event. */
  eventId: string
  /** Type of the event. */
  type: string
  /** When the change was made, in Unix milliseconds. */
  time: number
  /** `waiting`: it is sent again later. `failed`: it is not, unless webhooks.redeliver asks for it. */
  status: "waiting" | "delivered" | "failed"
  /** When it is sent again at the earliest, in Unix milliseconds. Absent unless it waits. */
  nextAttemptAt?: number
  /** The newest ten attempts, oldest first. */
  attempts: WebhookAttempt[]
}

export interface Workspace {
  /** Id of the workspace. */
  id: string
  /** Name of the workspace, for people. */
  name: string
  /** Whether the workspace works. If not, every key of it is refused. */
  enabled: boolean
  /** Why the workspace is disabled. Absent while it is enabled. */
  disabledReason?: DisableReason
  /** Note for people about the reason. Absent if there is none. */
  disabledNote?: string
  /** When the workspace was disabled, in Unix milliseconds. Absent while it is enabled. */
  disabledAt?: number
  /** What the workspace may use. */
  limits: Limits
  /** Which notices the workspace gets. */
  notices: NoticeSettings
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
}

export interface WorkspaceLimit {
  /** The maximum. null means unlimited. */
  limit: number | null
  /** How much of it is used. Absent if nothing is counted against it. */
  current?: number
}

export interface WorkspaceWithCounts {
  /** Id of the workspace. */
  id: string
  /** Name of the workspace, for people. */
  name: string
  /** Whether the workspace works. If not, every key of it is refused. */
  enabled: boolean
  /** Why the workspace is disabled. Absent while it is enabled. */
  disabledReason?: DisableReason
  /** Note for people about the reason. Absent if there is none. */
  disabledNote?: string
  /** When the workspace was disabled, in Unix milliseconds. Absent while it is enabled. */
  disabledAt?: number
  /** What the workspace may use. */
  limits: Limits
  /** Which notices the workspace gets. */
  notices: NoticeSettings
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
  /** What the workspace holds. The numbers are at most a minute old. */
  counts: {
    /** Keys that are not deleted, expired ones included. */
    keys: number
    /** The same by API, most keys first. At most 1,000 APIs; APIs without keys are left out. */
    keysByApi: {
      /** Id of the API. */
      apiId: string
      /** Keys of the API that are not deleted. */
      keys: number
    }[]
    /** Identities that are not deleted. */
    identities: number
    /** APIs that are not deleted. */
    apis: number
    /** Verifications since the start of the calendar month in UTC. */
    verificationsThisMonth: number
  }
}

export type CreditsPatch = {
  /** Credits of the key. null means unlimited. */
  remaining?: number | null | undefined
  /** Sets the balance again every day or month. null removes the refill. */
  refill?: RefillInput | null | undefined
  /** Record the notice `credits.low` once the balance is at or below it. null: never. */
  lowAt?: number | null | undefined
} | null

export type DisableReason = "unpaid_billing" | "terms_violation" | "owner_request" | "suspicious_activity" | "account_closure" | "quota_exceeded" | "ownership_transfer"

export type ExplainedFix = {
  /** Enable the key, or allow the address. */
  operation: "keys.updateKey"
  /** The body of the call. */
  input: {
    /** Id of the explained key. */
    keyId: string
    /** Enables the key. Absent if the address is allowed. */
    enabled?: true
    /** The allow list of the key, with the address of the request. Absent if the key is enabled. */
    ipAllowlist?: string[]
  }
} | {
  /** Enable the identity of the key. */
  operation: "identities.updateIdentity"
  /** The body of the call. */
  input: {
    /** Id of the identity. */
    identity: string
    /** Enables every key of the identity that is enabled itself. */
    enabled: true
  }
} | {
  /** Add the missing permissions. */
  operation: "keys.addPermissions"
  /** The body of the call. */
  input: {
    /** Id of the explained key. */
    keyId: string
    /** Slugs of the missing permissions. */
    permissions: string[]
  }
} | {
  /** Add the missing credits. */
  operation: "keys.updateCredits"
  /** The body of the call. */
  input: {
    /** Id of the explained key. */
    keyId: string
    /** Adds to the balance. */
    operation: "increment"
    /** What the balance lacks for the cost of this request. */
    value: number
  }
} | {
  /** Add the missing credits to the identity of the key. */
  operation: "identities.updateCredits"
  /** The body of the call. */
  input: {
    /** Id of the identity. */
    identity: string
    /** Adds to the credits of the identity. */
    operation: "increment"
    /** What the identity lacks for the cost of this request. */
    value: number
  }
} | {
  /** Enable the workspace. */
  operation: "workspaces.enableWorkspace"
  /** The body of the call. */
  input: {
    /** Id of the workspace. */
    workspaceId: string
  }
}

export type Grant = string

export type HashAlgorithm = "sha256" | "prefixed_api_key"

export type IpAddress = string

export type MemberRole = "viewer" | "developer" | "admin" | "owner"

export type Meta = Record<string, unknown>

export type Network = string

export type NewKeyRefill = {
  /** `daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refillDay`. */
  interval: "daily"
  /** Balance after a refill. It replaces what remains. */
  amount: number
  /** Day of a monthly refill, 1 to 31; in a shorter month, its last day. A daily refill ignores it. */
  refillDay?: number | undefined
} | {
  /** `daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refillDay`. */
  interval: "monthly"
  /** Balance after a refill. It replaces what remains. */
  amount: number
  /** Day of a monthly refill, 1 to 31; in a shorter month, its last day. */
  refillDay: number
}

export type PlanChangeInput = {
  /** The plan from then on, by id or name. null means the default plan, if there is one. */
  plan: string | null
  /** When the plan changes, in Unix milliseconds. In the past: now. */
  at: number
} | null

export type PlanMeta = Record<string, unknown>

export type PortalTexts = Record<string, unknown>

export type RefillInput = {
  /** `daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refillDay`. */
  interval: "daily"
  /** Balance after a refill. It replaces what remains. */
  amount: number
} | {
  /** `daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refillDay`. */
  interval: "monthly"
  /** Balance after a refill. It replaces what remains. */
  amount: number
  /** Day of a monthly refill, 1 to 31; in a shorter month, its last day. */
  refillDay: number
}

export type RefillPatch = {
  /** Sets the balance again every day or month. null removes the refill. */
  refill?: RefillInput | null | undefined
  /** Record the notice `credits.low` once the balance is at or below it. null: never. */
  lowAt?: number | null | undefined
} | null

export interface AccountAddPasskeyInput {
  /** A name for the passkey, such as that of the device. */
  name: string
  /** The result of `navigator.credentials.create`, as `toJSON` writes it. */
  passkey: PasskeyCreation
}

export interface AccountChangePasswordInput {
  /** At least 12 characters. */
  newPassword: string
}

export interface AccountChangePasswordOutput {
  /** How many other sessions were ended. */
  endedSessions: number
}

export type AccountGetAccountInput = Record<string, never>

export interface AccountGetAccountOutput {
  /** Id of the user. */
  userId: string
  /** E-mail address of the user. It is unique in the installation. */
  email: string
  /** The name that others see. */
  name: string
  /** Whether the user may call the operations of operators. */
  operator: boolean
  /** When it was created, in Unix milliseconds. */
  createdAt: number
  /** When it was last changed, in Unix milliseconds. Absent if never. */
  updatedAt?: number
  /** Id of the session that makes the call. */
  sessionId: string
  /** When this session was started, in Unix milliseconds. */
  signedInAt: number
  /** Whether the user can sign in with a password. */
  hasPassword: boolean
  /** Accounts at an OpenID Connect provider that the user signs in with. */
  oidcAccounts: OidcAccount[]
  /** Up to 1,000 workspaces, ascending by id. */
  memberships: Membership[]
}

export type AccountGetPasskeyChallengeInput = Record<string, never>

export type AccountLinkOidcInput = Record<string, never>

export interface AccountLinkOidcOutput {
  /** A page of the provider. */
  url: string
}

export type AccountListPasskeysInput = Record<string, never>

export type AccountListSessionsInput = Record<string, never>

export interface AccountRemovePasskeyInput {
  /** Id of the passkey. */
  passkeyId: string
  /**
   * Remove it even if you cannot sign in without it.
   * Default: `false`.
   */
  allowLast?: boolean | undefined
}

export interface AccountRemovePasskeyOutput {
  /** False if you have no such passkey. */
  removed: boolean
}

export type AccountRevokeOtherSessionsInput = Record<string, never>

export interface AccountRevokeOtherSessionsOutput {
  /** How many other sessions were ended. */
  endedSessions: number
}

export interface AccountRevokeSessionInput {
  /** Id of the session. */
  sessionId: string
}

export interface AccountRevokeSessionOutput {
  /** False if you have no such session. */
  revoked: boolean
}

export interface AccountUnlinkOidcInput {
  /** The provider, as account.getAccount shows it. */
  issuer: string
  /**
   * Unlink it even if you cannot sign in without it.
   * Default: `false`.
   */
  allowLast?: boolean | undefined
}

export interface AccountUnlinkOidcOutput {
  /** False if you have no account there. */
  unlinked: boolean
}

export interface AccountUpdateAccountInput {
  /** The name that others see. */
  name: string
}

export interface ApisCreateApiInput {
  /** Name of the API. */
  name: string
}

export interface ApisCreateApiOutput {
  /** Id of the new API. */
  apiId: string
}

export interface ApisDeleteApiInput {
  /** Id of the API. */
  apiId: string
}

export type ApisDeleteApiOutput = Record<string, never>

export interface ApisGetApiInput {
  /** Id of the API. */
  apiId: string
}

export interface ApisListApisInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only APIs whose id or name contains this text. */
  search?: string | undefined
}

export interface ApisListKeysInput {
  /** Id of the API. */
  apiId: string
  /** Only keys of the identity with this external id. */
  externalId?: string | undefined
  /** Only keys of the identity with this id. */
  identityId?: string | undefined
  /** Only enabled keys, or only disabled ones. */
  enabled?: boolean | undefined
  /** Only keys in this state. `active`: enabled and not expired. `disabled`: disabled, even if it has also expired. `expired`: expired, even if it is also disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with credits at or below `lowAt`; without `lowAt`, at most 10 % of the refill amount, or none without a refill. */
  status?: "active" | "disabled" | "expired" | "expiring" | "low_credits" | undefined
  /** Only keys that expire before this time, in Unix milliseconds. Expired keys are included. */
  expiresBefore?: number | undefined
  /** Only keys with this role, by its id or name. */
  role?: string | undefined
  /** Only keys that hold this permission, directly or through a role, by its id or slug. */
  permission?: string | undefined
  /** Only keys with a rate limit of this name of their own. It beats the one of their identity. */
  ratelimit?: string | undefined
  /** Only keys whose name, start or id contains this text. */
  search?: string | undefined
  /**
   * What the list is sorted by. `name` ignores the case of A to Z and compares 64 characters. `lastUsed` and `credits` change with every verification, and need a filter with at most 10,000 matches.
   * Default: `"created"`.
   */
  sort?: "created" | "name" | "expires" | "lastUsed" | "credits" | undefined
  /**
   * Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or largest first. Objects without a value come last either way. `created` and `created_desc` mean the same for `sort: created`, and are not allowed with another `sort`.
   * Default: `"asc"`.
   */
  order?: "asc" | "desc" | "created" | "created_desc" | undefined
  /**
   * Whether `pagination.total` tells how many objects match. The count stops at 10,000.
   * Default: `false`.
   */
  count?: boolean | undefined
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /**
   * Show the plaintext of recoverable keys. Each use is recorded as an event.
   * Default: `false`.
   */
  decrypt?: boolean | undefined
  /**
   * No effect: responses are always current.
   * Default: `false`.
   */
  revalidateKeysCache?: boolean | undefined
}

export interface ApisUpdateApiInput {
  /** Id of the API. */
  apiId: string
  /** Name of the API. */
  name?: string | undefined
  /** Prefix of new keys that do not name one. null means none. */
  defaultPrefix?: string | null | undefined
  /** Random bytes in new keys that do not name a length. null restores the default, 24. */
  defaultBytes?: number | null | undefined
  /** Whether deleting the API is refused. */
  deleteProtection?: boolean | undefined
  /** Networks (CIDR) or addresses that may use keys of the API. They replace the old list; `[]` or null means all. */
  ipAllowlist?: readonly Network[] | null | undefined
}

export interface CreditsCommitInput {
  /** `reservationId` of the verification. */
  reservationId: string
  /** Credits to charge: less than was reserved, or more. 0 gives everything back. */
  amount: number
}

export interface CreditsCommitOutput {
  /** Credits that were charged. */
  amount: number
  /** Credits that key and identity did not have. 0 unless the amount was above the reservation, or the reservation had run out. */
  uncovered: number
  /** What key and identity have left after this call, one by one. */
  balances: Balances
}

export interface DeviceLoginsApproveLoginInput {
  /** `loginId` of deviceLogins.getLogin. */
  loginId: string
  /** The workspace of the root key. You must be a member who may create root keys. */
  workspaceId: string
  /** What the root key may do. `read`: everything that a viewer may. `verify`: only verify keys. `develop`: everything that a developer may. `full`: everything that your role may. */
  access: "read" | "verify" | "develop" | "full"
  /** Milliseconds until the root key expires. */
  expiresIn: number
}

export interface DeviceLoginsApproveLoginOutput {
  /** When the root key expires, in Unix milliseconds. */
  expires: number
}

export interface DeviceLoginsCollectKeyInput {
  /** `deviceCode` of deviceLogins.startLogin. */
  deviceCode: string
}

export type DeviceLoginsCollectKeyOutput = {
  /** `pending`: ask again after `interval` milliseconds. `denied`: the person has refused, or may no longer approve. `expired`: the code is unknown, too old or already used. */
  status: "pending" | "denied" | "expired"
  rootKeyId?: undefined
  rootKey?: undefined
  workspaceId?: undefined
  expires?: undefined
} | {
  /** The person has confirmed. This response is the only one with the root key. */
  status: "approved"
  /** Id of the new root key. */
  rootKeyId: string
  /** The root key itself. Store it now: no later response shows it. */
  rootKey: string
  /** Id of the workspace that the root key manages. */
  workspaceId: string
  /** When the root key expires, in Unix milliseconds. */
  expires: number
}

export interface DeviceLoginsDenyLoginInput {
  /** `loginId` of deviceLogins.getLogin. */
  loginId: string
}

export type DeviceLoginsDenyLoginOutput = Record<string, never>

export interface DeviceLoginsGetLoginInput {
  /** The code that the terminal shows, such as `BCDF-GHJK`. */
  userCode: string
}

export interface DeviceLoginsStartLoginInput {
  /** How the terminal names itself, such as `ada@laptop`. No control or formatting characters. */
  terminal: string
}

export interface DeviceLoginsStartLoginOutput {
  /** The secret that the terminal sends to deviceLogins.collectKey. Never show it to anyone. */
  deviceCode: string
  /** The code that the person types into the page at `url`. */
  userCode: string
  /** The page on which the person confirms. */
  url: string
  /** When the codes expire, in Unix milliseconds. */
  expires: number
  /** Milliseconds to wait between two calls of deviceLogins.collectKey. */
  interval: number
}

export interface EventsGetEventInput {
  /** Id of the event. */
  eventId: string
}

export interface EventsListEventsInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only events of this workspace. Default: all events for an operator, its own workspace for a root key. */
  workspaceId?: string | undefined
  /** Only events of this type, such as `key.created`. `key.disabled`, `key.enabled`, `identity.disabled` and `identity.enabled` are the updates that switch a key or an identity. */
  type?: string | undefined
  /** Only events of these types: a type, such as `key.created`, all types of an object, such as `key.*`, `notices`, or `*`. Not together with `type`. */
  types?: readonly string[] | undefined
  /** Id of an event. The list has the events after it, oldest first, so that a caller can go on where it stopped. */
  after?: string | undefined
  /** Only events about the object with this id. */
  resourceId?: string | undefined
  /** Only changes made by this actor: the id of a key or user, or `operator`, `quota`, `refill`, `import`, `sign_in`, `delivery` or `notice`. It is an error if no such actor is known here. */
  actorId?: string | undefined
  /** Only changes of the request with this id. */
  requestId?: string | undefined
  /** Only events at or after this time, in Unix milliseconds. */
  since?: number | undefined
  /** Only events before this time, in Unix milliseconds. */
  until?: number | undefined
}

export interface EventsStreamInput {
  /** Only events of this workspace. Default: all events for an operator, its own workspace for a root key. */
  workspaceId?: string | undefined
  /** Only events of these types: a type, such as `key.created`, all types of an object, such as `key.*`, or `*`. In a query, separated by commas. Default: all types. */
  types?: readonly string[] | undefined
  /** Id of the last event that you have. The stream begins with the events after it, however old it is. The header `Last-Event-ID` replaces it. Default: the stream begins with the next event. */
  after?: string | undefined
}

export interface EventsVerifyChainInput {
  /** Id of the workspace. An operator must name one, or `installation` for users and sessions. */
  workspaceId?: string | undefined
  /** Where to continue: `cursor` of the previous response. */
  cursor?: string | undefined
}

export interface EventsVerifyChainOutput {
  /** How many events are intact, counted from the first. */
  verified: number
  /** False if the chain is broken after these events. */
  intact: boolean
  /** Hash of the last intact event; empty without events. Compare it with an earlier one. */
  head: string
  /** The first event that does not fit; absent if the end is missing. */
  brokenEventId?: string
  /** Present if there are more events to check. */
  cursor?: string
}

export interface IdentitiesCreateIdentityInput {
  /** Your own id of the customer or user. It is case-sensitive. */
  externalId: string
  /**
   * Whether keys of the identity work.
   * Default: `true`.
   */
  enabled?: boolean | undefined
  /**
   * Your own data about the identity.
   * Default: `{}`.
   */
  meta?: Meta | undefined
  /**
   * Permissions that all keys of the identity hold, by id or slug. An unknown slug is created.
   * Default: `[]`.
   */
  permissions?: readonly string[] | undefined
  /**
   * Rate limits of the identity, shared by all its keys.
   * Default: `[]`.
   */
  ratelimits?: readonly RatelimitInput[] | undefined
  /** The plan, by id or name. null means the default plan, if there is one. It ends a planned change, unless the request also sets `planChange`. */
  plan?: string | null | undefined
  /** A change of plan in the future, such as the end of a trial. null cancels it. */
  planChange?: PlanChangeInput | undefined
  /** First day of monthly periods, 1 to 31; in a shorter month, its last day. Default: 1. */
  billingDay?: number | undefined
  /** How much all keys of the identity may use per period. It beats the quota of the plan; null means that of the plan, if there is one. */
  quota?: QuotaInput | null | undefined
  /** Sets the count of this period, as goodwill or when a customer moves in. Needs a quota, of its own or of its plan. */
  used?: number | undefined
  /** Prepaid credits that all keys of the identity share. null removes them. */
  credits?: IdentityCreditsInput | null | undefined
}

export interface IdentitiesCreateIdentityOutput {
  /** Id of the new identity. */
  identityId: string
}

export interface IdentitiesDeleteIdentityInput {
  /** Id or external id of the identity. */
  identity: string
  /** What happens to its keys. They lose the identity in any case. Default: `keep`, or `disable` if the identity is disabled or has a plan, a quota or credits. */
  keys?: "keep" | "disable" | "delete" | undefined
}

export type IdentitiesDeleteIdentityOutput = Record<string, never>

export interface IdentitiesGetIdentityInput {
  /** Match the id only. */
  identityId?: string | undefined
  /** Match the external id only. */
  externalId?: string | undefined
  /** Id or external id of the identity. */
  identity?: string | undefined
}

export interface IdentitiesListIdentitiesInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only identities whose id or external id contains this text. */
  search?: string | undefined
  /** Only identities that have this plan, by its id or name, as their own or as the default plan. */
  plan?: string | undefined
  /** Only enabled identities, or only disabled ones. */
  enabled?: boolean | undefined
  /** Whether to return the number of keys of each identity, in `keys`. */
  countKeys?: boolean | undefined
  /**
   * What the list is sorted by. `name` is the external id: it ignores the case of A to Z and compares 64 characters. `keys` is the number of keys, exact below 1,000, and needs a filter with at most 10,000 matches.
   * Default: `"created"`.
   */
  sort?: "created" | "name" | "keys" | undefined
  /**
   * Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or largest first. Objects without a value come last either way. `created` and `created_desc` mean the same for `sort: created`, and are not allowed with another `sort`.
   * Default: `"asc"`.
   */
  order?: "asc" | "desc" | "created" | "created_desc" | undefined
  /**
   * Whether `pagination.total` tells how many objects match. The count stops at 10,000.
   * Default: `false`.
   */
  count?: boolean | undefined
}

export interface IdentitiesUpdateCreditsInput {
  /** Id or external id of the identity. */
  identity: string
  /** What to do with the value. `increment` starts at 0 without credits; `decrement` stops at 0. */
  operation: "set" | "increment" | "decrement"
  /** Number of credits. With `set`, null or no value removes the credits. */
  value?: number | null | undefined
  /** Record the notice `credits.low` once the balance is at or below it. null: never. Absent: as you chose before, or 10 % of the balance after the last set or increment. */
  lowAt?: number | null | undefined
  /** Your id of the payment or correction. Sent again with the same operation and value, it changes nothing, however much later. */
  reference?: string | undefined
}

export interface IdentitiesUpdateCreditsOutput {
  /** Credits left. null means that the identity has no credits. */
  remaining: number | null
  /** At or below it, the notice `credits.low` is recorded. Absent if there is no threshold. */
  lowAt?: number
  /** Whether the reference was known, so that nothing changed. */
  repeated: boolean
}

export interface IdentitiesUpdateIdentitiesInput {
  /** Ids or external ids of the identities. */
  identities?: readonly string[] | undefined
  /** All identities that have this plan, by its id or name, as their own or as the default plan. */
  plan?: string | undefined
  /** Where to continue: `cursor` of the previous response. Leave it out for the first 10,000 identities. */
  cursor?: string | undefined
  /** What each of the identities gets. Fields that you leave out stay. */
  set: {
    /** Whether keys of the identities work. Their own `enabled` stays. */
    enabled?: boolean | undefined
    /** The plan, by id or name. null means the default plan, if there is one. It ends a planned change, unless the request also sets `planChange`. */
    plan?: string | null | undefined
    /** A change of plan in the future, such as the end of a trial. null cancels it. */
    planChange?: PlanChangeInput | undefined
  }
}

export interface IdentitiesUpdateIdentitiesOutput {
  /** Number of identities that were different before. Only these have an event. */
  updated: number
  /** Send it as `cursor` to continue. Absent after the last identity. */
  cursor?: string
}

export interface IdentitiesUpdateIdentityInput {
  /** Id or external id of the identity. */
  identity: string
  /** Whether keys of the identity work, later ones too. Their own `enabled` stays. */
  enabled?: boolean | undefined
  /** New metadata. It replaces all old data. */
  meta?: Meta | undefined
  /** Permissions that all keys of the identity hold, by id or slug. An unknown slug is created. They replace the old set. */
  permissions?: readonly string[] | undefined
  /** New rate limits. They replace the old set; a known name keeps its id. */
  ratelimits?: readonly RatelimitInput[] | undefined
  /** The plan, by id or name. null means the default plan, if there is one. It ends a planned change, unless the request also sets `planChange`. */
  plan?: string | null | undefined
  /** A change of plan in the future, such as the end of a trial. null cancels it. */
  planChange?: PlanChangeInput | undefined
  /** First day of monthly periods, 1 to 31; in a shorter month, its last day. Default: 1. */
  billingDay?: number | undefined
  /** How much all keys of the identity may use per period. It beats the quota of the plan; null means that of the plan, if there is one. */
  quota?: QuotaInput | null | undefined
  /** Sets the count of this period, as goodwill or when a customer moves in. Needs a quota, of its own or of its plan. */
  used?: number | undefined
  /** Prepaid credits that all keys of the identity share. null removes them. */
  credits?: IdentityCreditsPatch | null | undefined
}

export interface InvitationsAcceptInvitationInput {
  /** The part of the link after `#`. */
  token: string
  /** The name that others see. */
  name?: string | undefined
  /** Only for a new account: its password, at least 12 characters. */
  password?: string | undefined
  /** Only for a new account, in place of a password: the result of `navigator.credentials.create` with the options of invitations.getInvitation. */
  passkey?: PasskeyCreation | undefined
  /**
   * A name for the passkey, such as that of the device.
   * Default: `"First device"`.
   */
  passkeyName?: string | undefined
}

export interface InvitationsAcceptInvitationOutput {
  /** Id of the workspace that the person has joined. */
  workspaceId: string
  /** Id of the user. */
  userId: string
}

export interface InvitationsGetInvitationInput {
  /** The part of the link after `#`. */
  token: string
  /** Name of the person, for a new account with a passkey. */
  name?: string | undefined
}

export interface InvitationsGetInvitationOutput {
  /** Name of the workspace that the person can join. */
  workspaceName: string
  /** E-mail address of the invited person. */
  email: string
  /** The role that the person gets. */
  role: MemberRole
  /** When the link expires, in Unix milliseconds. */
  expires: number
  /** Options for `navigator.credentials.create`, whose result is `passkey` of invitations.acceptInvitation. Valid for 5 minutes, once. Present only if you send `name`, and the public URL allows passkeys. */
  passkeyOptions?: PasskeyCreationOptions
}

export interface KeysAddPermissionsInput {
  /** Id of the key. */
  keyId: string
  /** Permissions, by id or slug. An unknown slug is created. */
  permissions: readonly string[]
}

export interface KeysAddRolesInput {
  /** Id of the key. */
  keyId: string
  /** Roles, by id or name. */
  roles: readonly string[]
}

export interface KeysCancelRotationInput {
  /** Id of the key. */
  keyId: string
}

export type KeysCancelRotationOutput = Record<string, never>

export interface KeysCreateKeyInput {
  /** Id of the API. */
  apiId: string
  /** Prefix of the key, such as `acme_live`. Default: that of the API. */
  prefix?: string | undefined
  /** Random bytes in the key. Default: that of the API, or 24. */
  byteLength?: number | undefined
  /** Name of the key, for people. */
  name?: string | undefined
  /** External id of the customer who owns the key. A new one creates an identity. */
  externalId?: string | undefined
  /**
   * Your own data about the key, returned with every verification.
   * Default: `{}`.
   */
  meta?: Meta | undefined
  /**
   * Roles of the key, by id or name.
   * Default: `[]`.
   */
  roles?: readonly string[] | undefined
  /**
   * Direct permissions of the key, by id or slug. An unknown slug is created.
   * Default: `[]`.
   */
  permissions?: readonly string[] | undefined
  /** When the key expires, in Unix milliseconds. Default: never. */
  expires?: number | undefined
  /** Credits that verifications of the key spend. Default: unlimited. */
  credits?: CreditsInput | undefined
  /**
   * Rate limits of the key, at most 50 with different names.
   * Default: `[]`.
   */
  ratelimits?: readonly RatelimitInput[] | undefined
  /**
   * Whether the key works.
   * Default: `true`.
   */
  enabled?: boolean | undefined
  /**
   * Whether the key holds only those of its own permissions that its identity has too, instead of both.
   * Default: `false`.
   */
  scoped?: boolean | undefined
  /**
   * Store the plaintext encrypted, so that it can be shown again.
   * Default: `false`.
   */
  recoverable?: boolean | undefined
  /**
   * Networks (CIDR) or addresses that may use the key. Empty means all.
   * Default: `[]`.
   */
  ipAllowlist?: readonly Network[] | undefined
}

export interface KeysCreateKeysInput {
  /** Id of the API. */
  apiId: string
  /** Keys to create, with the fields of keys.createKey. Together they may have at most 10,000 roles, permissions and rate limits, and 1,000 different permissions. */
  keys: readonly {
    /** Prefix of the key, such as `acme_live`. Default: that of the API. */
    prefix?: string | undefined
    /** Random bytes in the key. Default: that of the API, or 24. */
    byteLength?: number | undefined
    /** Name of the key, for people. */
    name?: string | undefined
    /** External id of the customer who owns the key. A new one creates an identity. */
    externalId?: string | undefined
    /**
     * Your own data about the key, returned with every verification.
     * Default: `{}`.
     */
    meta?: Meta | undefined
    /**
     * Roles of the key, by id or name.
     * Default: `[]`.
     */
    roles?: readonly string[] | undefined
    /**
     * Direct permissions of the key, by id or slug. An unknown slug is created.
     * Default: `[]`.
     */
    permissions?: readonly string[] | undefined
    /** When the key expires, in Unix milliseconds. Default: never. */
    expires?: number | undefined
    /** Credits that verifications of the key spend. Default: unlimited. */
    credits?: CreditsInput | undefined
    /**
     * Rate limits of the key, at most 50 with different names.
     * Default: `[]`.
     */
    ratelimits?: readonly RatelimitInput[] | undefined
    /**
     * Whether the key works.
     * Default: `true`.
     */
    enabled?: boolean | undefined
    /**
     * Whether the key holds only those of its own permissions that its identity has too, instead of both.
     * Default: `false`.
     */
    scoped?: boolean | undefined
    /**
     * Store the plaintext encrypted, so that it can be shown again.
     * Default: `false`.
     */
    recoverable?: boolean | undefined
    /**
     * Networks (CIDR) or addresses that may use the key. Empty means all.
     * Default: `[]`.
     */
    ipAllowlist?: readonly Network[] | undefined
  }[]
}

export interface KeysCreateKeysOutput {
  /** The new keys, in the order of the request. */
  keys: MintedKey[]
}

export interface KeysCreateMigrationInput {
  /** Name of the migration, for people. */
  name?: string | undefined
  /** How the other system hashed its keys. */
  algorithm: HashAlgorithm
}

export interface KeysCreateMigrationOutput {
  /** Id of the new migration, for keys.migrateKeys. */
  migrationId: string
}

export interface KeysDeleteKeyInput {
  /** Id of the key. */
  keyId: string
  /**
   * Also erase the record with its hash and ciphertext. Events stay.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

export type KeysDeleteKeyOutput = Record<string, never>

export interface KeysDeleteKeysInput {
  /** Ids of the keys. They may be of several APIs. */
  keyIds?: readonly string[] | undefined
  /** All keys of this API. */
  apiId?: string | undefined
  /** All keys of this identity, by its id or external id. */
  identity?: string | undefined
  /** All keys that keys.listKeys lists with these fields, at most 10,000. Send `expected` too. The caller also needs to read these keys. */
  filter?: {
    /** Only keys of this API. */
    apiId?: string | undefined
    /** Only keys of the identity with this external id. */
    externalId?: string | undefined
    /** Only keys of the identity with this id. */
    identityId?: string | undefined
    /** Only enabled keys, or only disabled ones. */
    enabled?: boolean | undefined
    /** Only keys in this state. `active`: enabled and not expired. `disabled`: disabled, even if it has also expired. `expired`: expired, even if it is also disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with credits at or below `lowAt`; without `lowAt`, at most 10 % of the refill amount, or none without a refill. */
    status?: "active" | "disabled" | "expired" | "expiring" | "low_credits" | undefined
    /** Only keys that expire before this time, in Unix milliseconds. Expired keys are included. */
    expiresBefore?: number | undefined
    /** Only keys with this role, by its id or name. */
    role?: string | undefined
    /** Only keys that hold this permission, directly or through a role, by its id or slug. */
    permission?: string | undefined
    /** Only keys with a rate limit of this name of their own. It beats the one of their identity. */
    ratelimit?: string | undefined
    /** Only keys whose name, start or id contains this text. */
    search?: string | undefined
  } | undefined
  /** How many keys match `filter`. With another number, nothing changes. A call with `cursor` does not count again. */
  expected?: number | undefined
  /** Keys that this call changes at most; `cursor` continues. Default: 10,000. */
  limit?: number | undefined
  /** Where to continue: `cursor` of the previous response. Leave it out for the first keys. */
  cursor?: string | undefined
  /**
   * Also erase the record with its hash and ciphertext. Events stay.
   * Default: `false`.
   */
  permanent?: boolean | undefined
}

export interface KeysDeleteKeysOutput {
  /** Number of keys that were deleted. */
  deleted: number
  /** How many of the expected keys were left out, because they were changed or deleted during the call or no longer matched. Only with `filter`, and absent while keys are left. */
  skipped?: number
  /** Send it as `cursor` to continue. Absent after the last key. */
  cursor?: string
}

export interface KeysExplainKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** The key to explain. An unknown key is explained as NOT_FOUND. */
  key?: string | undefined
  /** Id of the key to explain, if you do not have the key itself. */
  keyId?: string | undefined
  /** Permissions that the key must hold, as a query such as `a AND (b OR c)`. */
  permissions?: string | undefined
  /** What the verification costs. Default: 1 credit. Keys without credits or a metered identity ignore it. */
  credits?: {
    /** Credits to spend. 0 spends none. */
    cost: number
    /** Reserve the cost instead of spending it, until credits.commit charges what it turned out to be. */
    reserve?: boolean | undefined
    /** Milliseconds until a reservation that nobody commits is given back. Default: 600,000, ten minutes. Send it with `reserve`. */
    expiresIn?: number | undefined
  } | undefined
  /** Rate limits to check, besides those with `autoApply`. Names must differ. */
  ratelimits?: readonly {
    /** Name of a rate limit of the key or its identity, or of an inline limit. */
    name: string
    /**
     * How much to count. 0 checks without counting.
     * Default: `1`.
     */
    cost?: number | undefined
    /** How much is allowed per window. With `duration`, an inline limit. Default: that of the named limit. */
    limit?: number | undefined
    /** Length of the sliding window in milliseconds. Send it with `limit`. Default: that of the named limit. */
    duration?: number | undefined
  }[] | undefined
  /** IP address of the client, checked against the IP allow lists. */
  ip?: IpAddress | undefined
}

export interface KeysFinishRotationInput {
  /** Id of the key. */
  keyId: string
}

export type KeysFinishRotationOutput = Record<string, never>

export interface KeysGetKeyInput {
  /** Id of the key. */
  keyId: string
  /**
   * Show the plaintext of recoverable keys. Each use is recorded as an event.
   * Default: `false`.
   */
  decrypt?: boolean | undefined
}

export interface KeysListKeysInput {
  /** Only keys of this API. */
  apiId?: string | undefined
  /** Only keys of the identity with this external id. */
  externalId?: string | undefined
  /** Only keys of the identity with this id. */
  identityId?: string | undefined
  /** Only enabled keys, or only disabled ones. */
  enabled?: boolean | undefined
  /** Only keys in this state. `active`: enabled and not expired. `disabled`: disabled, even if it has also expired. `expired`: expired, even if it is also disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with credits at or below `lowAt`; without `lowAt`, at most 10 % of the refill amount, or none without a refill. */
  status?: "active" | "disabled" | "expired" | "expiring" | "low_credits" | undefined
  /** Only keys that expire before this time, in Unix milliseconds. Expired keys are included. */
  expiresBefore?: number | undefined
  /** Only keys with this role, by its id or name. */
  role?: string | undefined
  /** Only keys that hold this permission, directly or through a role, by its id or slug. */
  permission?: string | undefined
  /** Only keys with a rate limit of this name of their own. It beats the one of their identity. */
  ratelimit?: string | undefined
  /** Only keys whose name, start or id contains this text. */
  search?: string | undefined
  /**
   * What the list is sorted by. `name` ignores the case of A to Z and compares 64 characters. `lastUsed` and `credits` change with every verification, and need a filter with at most 10,000 matches.
   * Default: `"created"`.
   */
  sort?: "created" | "name" | "expires" | "lastUsed" | "credits" | undefined
  /**
   * Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or largest first. Objects without a value come last either way. `created` and `created_desc` mean the same for `sort: created`, and are not allowed with another `sort`.
   * Default: `"asc"`.
   */
  order?: "asc" | "desc" | "created" | "created_desc" | undefined
  /**
   * Whether `pagination.total` tells how many objects match. The count stops at 10,000.
   * Default: `false`.
   */
  count?: boolean | undefined
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /**
   * Show the plaintext of recoverable keys. Each use is recorded as an event.
   * Default: `false`.
   */
  decrypt?: boolean | undefined
}

export interface KeysListMigrationsInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
}

export interface KeysMigrateKeysInput {
  /** Id of the API. */
  apiId: string
  /** Id of the migration that the keys belong to. Default: none. */
  migrationId?: string | undefined
  /** Keys to import: the `hash` of each, and any field of a new key. */
  keys: readonly {
    /** SHA-256 of the key, as 64 hex digits or 44 characters of padded base64. */
    hash: string
    /** What was hashed: the whole key (`sha256`), or the part after the last `_` (`prefixed_api_key`). Default: that of the migration, or `sha256`. */
    algorithm?: HashAlgorithm | undefined
    /** Name of the key, for people. */
    name?: string | undefined
    /** External id of the customer who owns the key. A new one creates an identity. */
    externalId?: string | undefined
    /**
     * Your own data about the key, returned with every verification.
     * Default: `{}`.
     */
    meta?: Meta | undefined
    /**
     * Roles of the key, by id or name.
     * Default: `[]`.
     */
    roles?: readonly string[] | undefined
    /**
     * Direct permissions of the key, by id or slug. An unknown slug is created.
     * Default: `[]`.
     */
    permissions?: readonly string[] | undefined
    /** When the key expires, in Unix milliseconds. Default: never. */
    expires?: number | undefined
    /** Credits that verifications of the key spend. Default: unlimited. */
    credits?: CreditsInput | undefined
    /**
     * Rate limits of the key, at most 50 with different names.
     * Default: `[]`.
     */
    ratelimits?: readonly RatelimitInput[] | undefined
    /**
     * Whether the key works.
     * Default: `true`.
     */
    enabled?: boolean | undefined
    /**
     * Whether the key holds only those of its own permissions that its identity has too, instead of both.
     * Default: `false`.
     */
    scoped?: boolean | undefined
  }[]
}

export interface KeysMigrateKeysOutput {
  /** The imported keys, in the order of the request. */
  migrated: {
    /** The hash as you sent it. */
    hash: string
    /** Id of the new key. */
    keyId: string
  }[]
  /** Hashes that a key of the workspace already has, and repetitions within the request. */
  failed: string[]
}

export interface KeysRemovePermissionsInput {
  /** Id of the key. */
  keyId: string
  /** Permissions, by id or slug. */
  permissions: readonly string[]
}

export interface KeysRemoveRolesInput {
  /** Id of the key. */
  keyId: string
  /** Roles, by id or name. */
  roles: readonly string[]
}

export interface KeysRerollKeyInput {
  /** Id of the key. */
  keyId: string
  /** Milliseconds from now until the old key expires. */
  expiration: number
}

export type KeysRevokeSelfInput = Record<string, never>

export type KeysRevokeSelfOutput = Record<string, never>

export interface KeysRotateKeyInput {
  /** Id of the key. */
  keyId: string
  /** How long the previous secret still works, in milliseconds; at most a year. 0 ends every earlier secret now. */
  overlap: number
}

export interface KeysSetPermissionsInput {
  /** Id of the key. */
  keyId: string
  /** Permissions, by id or slug. An unknown slug is created; `[]` removes all. */
  permissions: readonly string[]
}

export interface KeysSetRolesInput {
  /** Id of the key. */
  keyId: string
  /** Roles, by id or name. `[]` removes all. */
  roles: readonly string[]
}

export interface KeysUpdateCreditsInput {
  /** Id of the key. */
  keyId: string
  /** What to do with the value. */
  operation: "set" | "increment" | "decrement"
  /** Number of credits. With `set`, null or no value means unlimited and removes the refill. */
  value?: number | null | undefined
  /** Record the notice `credits.low` once the balance is at or below it. null: never. Absent: as before. */
  lowAt?: number | null | undefined
}

export interface KeysUpdateKeyInput {
  /** Id of the key. */
  keyId: string
  /** External id of the customer who owns the key. A new one creates an identity; null removes the owner. */
  externalId?: string | null | undefined
  /** Credits of the key. Absent fields stay as they are; null makes the key unlimited. */
  credits?: CreditsPatch | undefined
  /** Name of the key, for people. null removes it. */
  name?: string | null | undefined
  /** Your own data about the key. It replaces all old data; null removes it. */
  meta?: Meta | null | undefined
  /** When the key expires, in Unix milliseconds; null means never. */
  expires?: number | null | undefined
  /** Rate limits of the key, at most 50. They replace the old set; `[]` removes all. */
  ratelimits?: readonly RatelimitInput[] | undefined
  /** Whether the key works. */
  enabled?: boolean | undefined
  /** Whether the key holds only those of its own permissions that its identity has too, instead of both. */
  scoped?: boolean | undefined
  /** Roles of the key, by id or name. They replace the old set; `[]` removes all. */
  roles?: readonly string[] | undefined
  /** Direct permissions of the key, by id or slug. An unknown slug is created. They replace the old set; `[]` removes all. */
  permissions?: readonly string[] | undefined
  /** Networks (CIDR) or addresses that may use the key. They replace the old list; `[]` or null means all. */
  ipAllowlist?: readonly Network[] | null | undefined
}

export type KeysUpdateKeyOutput = Record<string, never>

export interface KeysUpdateKeysInput {
  /** Ids of the keys. They may be of several APIs. */
  keyIds?: readonly string[] | undefined
  /** All keys of this API. */
  apiId?: string | undefined
  /** All keys of this identity, by its id or external id. */
  identity?: string | undefined
  /** All keys that keys.listKeys lists with these fields, at most 10,000. Send `expected` too. The caller also needs to read these keys. */
  filter?: {
    /** Only keys of this API. */
    apiId?: string | undefined
    /** Only keys of the identity with this external id. */
    externalId?: string | undefined
    /** Only keys of the identity with this id. */
    identityId?: string | undefined
    /** Only enabled keys, or only disabled ones. */
    enabled?: boolean | undefined
    /** Only keys in this state. `active`: enabled and not expired. `disabled`: disabled, even if it has also expired. `expired`: expired, even if it is also disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with credits at or below `lowAt`; without `lowAt`, at most 10 % of the refill amount, or none without a refill. */
    status?: "active" | "disabled" | "expired" | "expiring" | "low_credits" | undefined
    /** Only keys that expire before this time, in Unix milliseconds. Expired keys are included. */
    expiresBefore?: number | undefined
    /** Only keys with this role, by its id or name. */
    role?: string | undefined
    /** Only keys that hold this permission, directly or through a role, by its id or slug. */
    permission?: string | undefined
    /** Only keys with a rate limit of this name of their own. It beats the one of their identity. */
    ratelimit?: string | undefined
    /** Only keys whose name, start or id contains this text. */
    search?: string | undefined
  } | undefined
  /** How many keys match `filter`. With another number, nothing changes. A call with `cursor` does not count again. */
  expected?: number | undefined
  /** Keys that this call changes at most; `cursor` continues. Default: 10,000. */
  limit?: number | undefined
  /** Where to continue: `cursor` of the previous response. Leave it out for the first keys. */
  cursor?: string | undefined
  /** Name of the key, for people. null removes it. */
  name?: string | null | undefined
  /** Your own data about the key. It replaces all old data; null removes it. */
  meta?: Meta | null | undefined
  /** When the key expires, in Unix milliseconds; null means never. */
  expires?: number | null | undefined
  /** Rate limits of the key, at most 50. They replace the old set; `[]` removes all. */
  ratelimits?: readonly RatelimitInput[] | undefined
  /** Whether the key works. */
  enabled?: boolean | undefined
  /** Whether the key holds only those of its own permissions that its identity has too, instead of both. */
  scoped?: boolean | undefined
  /** Roles of the key, by id or name. They replace the old set; `[]` removes all. */
  roles?: readonly string[] | undefined
  /** Direct permissions of the key, by id or slug. An unknown slug is created. They replace the old set; `[]` removes all. */
  permissions?: readonly string[] | undefined
  /** Networks (CIDR) or addresses that may use the key. They replace the old list; `[]` or null means all. */
  ipAllowlist?: readonly Network[] | null | undefined
  /** Only `refill` and `lowAt`, which every key gets; null means unlimited. The remaining credits stay. */
  credits?: RefillPatch | undefined
}

export interface KeysUpdateKeysOutput {
  /** Number of keys that were different before. Only these have an event. */
  updated: number
  /** How many of the expected keys were left out, because they were changed or deleted during the call or no longer matched. Only with `filter`, and absent while keys are left. */
  skipped?: number
  /** Send it as `cursor` to continue. Absent after the last key. */
  cursor?: string
}

export interface KeysVerifyKeyInput {
  /** The key to verify. */
  key: string
  /** Permissions that the key must hold, as a query such as `a AND (b OR c)`. */
  permissions?: string | undefined
  /** What the verification costs. Default: 1 credit. Keys without credits or a metered identity ignore it. */
  credits?: {
    /** Credits to spend. 0 spends none. */
    cost: number
    /** Reserve the cost instead of spending it, until credits.commit charges what it turned out to be. */
    reserve?: boolean | undefined
    /** Milliseconds until a reservation that nobody commits is given back. Default: 600,000, ten minutes. Send it with `reserve`. */
    expiresIn?: number | undefined
  } | undefined
  /** Rate limits to check, besides those with `autoApply`. Names must differ. */
  ratelimits?: readonly {
    /** Name of a rate limit of the key or its identity, or of an inline limit. */
    name: string
    /**
     * How much to count. 0 checks without counting.
     * Default: `1`.
     */
    cost?: number | undefined
    /** How much is allowed per window. With `duration`, an inline limit. Default: that of the named limit. */
    limit?: number | undefined
    /** Length of the sliding window in milliseconds. Send it with `limit`. Default: that of the named limit. */
    duration?: number | undefined
  }[] | undefined
  /** IP address of the client, checked against the IP allow lists. */
  ip?: IpAddress | undefined
  /** Labels to count the verification under, such as `path=/documents`. For each key, 100 different sets of labels per hour are counted separately, and the rest together. */
  tags?: readonly string[] | undefined
  /** Find keys that were imported as `prefixed_api_key` only in this migration. Other keys are found anyway. */
  migrationId?: string | undefined
  /** Ids of the APIs whose keys you accept. A key of any other API is reported as NOT_FOUND. */
  keyspaces?: readonly string[] | undefined
}

export type KeysVerifyKeyOutput = {
  /** Let the request pass. */
  valid: true
  /** `VALID`: All checks passed, and the rate limits and credits are charged. */
  code: "VALID"
  /** Id of the key. */
  keyId: string
  /** Id of the API that the key belongs to. */
  apiId: string
  /** The same as `apiId`, with the field name of published Unkey clients. */
  keyspaceId: string
  /** Whether the key works. */
  enabled: boolean
  /** Name of the key, for people. Absent if it has none. */
  name?: string
  /** Your own data about the key; `{}` if there is none. */
  meta: Meta
  /** When the key expires, in Unix milliseconds. Absent means never. */
  expires?: number
  /** Slugs of the permissions that the key holds, directly or through roles, ascending. */
  permissions: string[]
  /** Names of the roles that the key holds, ascending. */
  roles: string[]
  /** The customer who owns the key. Absent if none. */
  identity?: Identity
  /** The most that one more call may cost: the least of what key and identity have left. Absent means unlimited. */
  credits?: number
  /** What key and identity have left after this call, one by one. Absent if nothing is counted. */
  balances?: Balances
  /** Which secret of a rotated key was verified: `previous` for one that a rotation has replaced, `current` while the previous one still works too. Otherwise absent. */
  matchedSecret?: "current" | "previous"
  /** Id of the reservation, for credits.commit. Absent if nothing was reserved. */
  reservationId?: string
  /** When the reservation is given back unless it is committed, in Unix milliseconds. Absent if nothing was reserved. */
  reservationExpires?: number
  /** The rate limits that were checked, ascending by name. */
  ratelimits: EvaluatedRatelimit[]
  exhausted?: undefined
} | {
  /** Refuse the request. */
  valid: false
  /** Why: the first check that failed. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not in the list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits. */
  code: "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED"
  /** Id of the key. */
  keyId: string
  /** Id of the API that the key belongs to. */
  apiId: string
  /** The same as `apiId`, with the field name of published Unkey clients. */
  keyspaceId: string
  /** Whether the key works. */
  enabled: boolean
  /** Name of the key, for people. Absent if it has none. */
  name?: string
  /** Your own data about the key; `{}` if there is none. */
  meta: Meta
  /** When the key expires, in Unix milliseconds. Absent means never. */
  expires?: number
  /** Slugs of the permissions that the key holds, directly or through roles, ascending. */
  permissions: string[]
  /** Names of the roles that the key holds, ascending. */
  roles: string[]
  /** The customer who owns the key. Absent if none. */
  identity?: Identity
  /** The most that one more call may cost: the least of what key and identity have left. Absent means unlimited. */
  credits?: number
  /** What key and identity have left after this call, one by one. Absent if nothing is counted. */
  balances?: Balances
  /** Which secret of a rotated key was verified: `previous` for one that a rotation has replaced, `current` while the previous one still works too. Otherwise absent. */
  matchedSecret?: "current" | "previous"
  reservationId?: undefined
  reservationExpires?: undefined
  /** The rate limits that were checked. Present with `RATE_LIMITED` and `USAGE_EXCEEDED`. */
  ratelimits?: EvaluatedRatelimit[]
  /** What was too low for the cost: credits of the key, or quota and credits of its identity. Only with `USAGE_EXCEEDED`. */
  exhausted?: "key" | "identity"
} | {
  /** Refuse the request. */
  valid: false
  /** `NOT_FOUND`: The workspace has no such key, or the caller may not verify it. */
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
  balances?: undefined
  matchedSecret?: undefined
  reservationId?: undefined
  reservationExpires?: undefined
  ratelimits?: undefined
  exhausted?: undefined
}

export interface KeysWhoamiInput {
  /** The key to show. An API key may leave it out to show itself. */
  key?: string | undefined
  /** Instead of `key`: SHA-256 hashes of its UTF-8 text, so that the key itself is not sent. */
  hashes?: {
    /** Of the whole key. */
    whole: string
    /** Of the part after the last `_`, for a key of `prefixed_api_key` that was imported by its hash. */
    longToken?: string | undefined
  } | undefined
}

export interface MembersInviteMemberInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** E-mail address of the person. Keyward sends no mail. */
  email: string
  /** The role of the new member. You must hold everything that it allows. */
  role: MemberRole
}

export interface MembersInviteMemberOutput {
  /** Id of the invitation. */
  invitationId: string
  /** The link. It is shown only once. */
  url: string
  /** When the link expires, in Unix milliseconds. */
  expires: number
}

export interface MembersListInvitationsInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
}

export interface MembersListMembersInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only members whose id, address or name contains this text. */
  search?: string | undefined
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
}

export interface MembersRemoveMemberInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the user. */
  userId: string
  /**
   * What happens to the root keys that this person created. `disable` disables up to 1,000.
   * Default: `"keep"`.
   */
  rootKeys?: "keep" | "disable" | undefined
}

export interface MembersRemoveMemberOutput {
  /** The root keys that this person created, at most 1,000. */
  rootKeys: RootKey[]
}

export interface MembersRevokeInvitationInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the invitation. */
  invitationId: string
}

export type MembersRevokeInvitationOutput = Record<string, never>

export interface MembersUpdateMemberInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the user. */
  userId: string
  /** The new role. */
  role: MemberRole
}

export type NodesListNodesInput = Record<string, never>

export interface PermissionsCreatePermissionInput {
  /** Name of the permission, for people. */
  name: string
  /** Slug that keys and queries name, such as `documents.read`. */
  slug: string
  /** Description, for people. */
  description?: string | undefined
}

export interface PermissionsCreatePermissionOutput {
  /** Id of the new permission. */
  permissionId: string
}

export interface PermissionsCreateRoleInput {
  /** Name of the role. */
  name: string
  /** Description, for people. */
  description?: string | undefined
  /**
   * Permissions, by id or slug. An unknown slug is created.
   * Default: `[]`.
   */
  permissions?: readonly string[] | undefined
}

export interface PermissionsCreateRoleOutput {
  /** Id of the new role. */
  roleId: string
}

export interface PermissionsDeletePermissionInput {
  /** Id or slug of the permission. */
  permission: string
}

export type PermissionsDeletePermissionOutput = Record<string, never>

export interface PermissionsDeleteRoleInput {
  /** Id or name of the role. */
  role: string
}

export type PermissionsDeleteRoleOutput = Record<string, never>

export interface PermissionsGetPermissionInput {
  /** Id or slug of the permission. */
  permission: string
}

export interface PermissionsGetRoleInput {
  /** Id or name of the role. */
  role: string
}

export interface PermissionsListPermissionsInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only permissions whose id, name, slug or description contains this text. */
  search?: string | undefined
  /** Whether to return the number of keys of each permission, in `keys`. */
  countKeys?: boolean | undefined
}

export interface PermissionsListRolesInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only roles whose id, name or description contains this text. */
  search?: string | undefined
  /** Whether to return the number of keys of each role, in `keys`. */
  countKeys?: boolean | undefined
}

export interface PermissionsSetRolePermissionsInput {
  /** Id or name of the role. */
  role?: string | undefined
  /** Match the id only. */
  roleId?: string | undefined
  /** Permissions, by id or slug. An unknown slug is created; `[]` removes all. */
  permissions: readonly string[]
}

export interface PermissionsUpdatePermissionInput {
  /** Id or slug of the permission. */
  permission: string
  /** Name of the permission, for people. */
  name?: string | undefined
  /** The slug that the permission has. Any other is refused. */
  slug?: string | undefined
  /** Description, for people. null or an empty text removes it. */
  description?: string | null | undefined
}

export interface PermissionsUpdateRoleInput {
  /** Id or name of the role. */
  role: string
  /** Name of the role. */
  name?: string | undefined
  /** Description, for people. null or an empty text removes it. */
  description?: string | null | undefined
}

export interface PermissionsUpdateRoleOutput {
  /** Id of the role. */
  id: string
  /** Name of the role. It is unique in the workspace. */
  name: string
  /** Description, for people. Absent if there is none. */
  description?: string
}

export interface PlansCreatePlanInput {
  /** Name of the plan, unique in the workspace. */
  name: string
  /** Description, for people. */
  description?: string | undefined
  /**
   * Your own data about the plan, such as feature flags. Every verification of its keys shows it.
   * Default: `{}`.
   */
  meta?: PlanMeta | undefined
  /**
   * Permissions that all keys of its identities hold, by id or slug. An unknown slug is created.
   * Default: `[]`.
   */
  permissions?: readonly string[] | undefined
  /**
   * Rate limits, counted for each identity. All keys of an identity share them.
   * Default: `[]`.
   */
  ratelimits?: readonly RatelimitInput[] | undefined
  /** How many unexpired keys each identity of the plan may have. Default: no bound. */
  maxKeys?: number | undefined
  /** How much all keys of each identity may use per period. A quota of the identity beats it. Default: none. */
  quota?: QuotaInput | undefined
  /**
   * Whether the plan applies to every identity without a plan of its own. A workspace has one such plan at most, so this one replaces the former.
   * Default: `false`.
   */
  default?: boolean | undefined
}

export interface PlansCreatePlanOutput {
  /** Id of the new plan. */
  planId: string
}

export interface PlansDeletePlanInput {
  /** Id or name of the plan. */
  plan: string
}

export type PlansDeletePlanOutput = Record<string, never>

export interface PlansGetPlanInput {
  /** Id or name of the plan. */
  plan: string
}

export interface PlansListPlansInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only plans whose id, name or description contains this text. */
  search?: string | undefined
}

export interface PlansUpdatePlanInput {
  /** Id or name of the plan. */
  plan: string
  /** New name of the plan, unique in the workspace. */
  name?: string | undefined
  /** Description, for people. null removes it. */
  description?: string | null | undefined
  /** Your own data about the plan, such as feature flags. Every verification of its keys shows it. It replaces all old data. null removes it. */
  meta?: PlanMeta | null | undefined
  /** Permissions that all keys of its identities hold, by id or slug. An unknown slug is created. They replace the old set. null removes all. */
  permissions?: readonly string[] | null | undefined
  /** Rate limits, counted for each identity. All keys of an identity share them. They replace the old set; a known name keeps its id. null removes all. */
  ratelimits?: readonly RatelimitInput[] | null | undefined
  /** How many unexpired keys each identity of the plan may have. null removes the bound. */
  maxKeys?: number | null | undefined
  /** How much all keys of each identity may use per period. A quota of the identity beats it. What was used stays counted. null removes it. */
  quota?: QuotaInput | null | undefined
  /** Whether the plan applies to every identity without a plan of its own. A workspace has one such plan at most, so this one replaces the former. */
  default?: boolean | undefined
}

export interface PortalCreateKeyInput {
  /** Id of the API. */
  apiId: string
  /** Name of the key. */
  name: string
  /** When the key expires, in Unix milliseconds. null: never. Default: as the portal says. */
  expires?: number | null | undefined
  /** Slugs of offered permissions to choose. Default: everything that the plan allows. */
  permissions?: readonly string[] | undefined
  /** Networks (CIDR) or addresses that may use the key. Default: all. */
  ipAllowlist?: readonly Network[] | undefined
}

export interface PortalCreateSessionInput {
  /** The customer, by the id of its identity. */
  identityId?: string | undefined
  /** The customer, by your own id. An unknown one is created, if you have `identity.*.create_identity`; else it is 404. */
  externalId?: string | undefined
  /** Ids of APIs of the portal to limit the session to. Default: all of the portal. */
  apis?: readonly string[] | undefined
  /** What the session may do, as far as the portal has it. Default: all that the portal has; for a person who has signed in, `usage` and `refusals`. */
  actions?: readonly ("create" | "rename" | "restrict" | "rotate" | "revoke" | "usage" | "refusals")[] | undefined
  /** Name of the customer, as the page shows it. */
  customer?: string | undefined
  /** Name of the person who manages the keys, as the page and events show it. */
  actor?: string | undefined
  /** Where the page leads back to. Its origin must be one of `returnOrigins`. */
  returnUrl?: string | undefined
  /** Language of the page, such as `de`. Default: that of the browser. */
  locale?: string | undefined
  /**
   * Where the page opens.
   * Default: `"keys"`.
   */
  page?: "keys" | "create" | "usage" | undefined
  /**
   * How long the session lasts once it is opened, in milliseconds; at most 12 hours.
   * Default: `3600000`.
   */
  expiresIn?: number | undefined
}

export interface PortalCreateSessionOutput {
  /** Id of the portal session. */
  sessionId: string
  /** The link. Whoever opens it first is the customer, so send it to nobody else. */
  url: string
  /** When the link ends, in Unix milliseconds. */
  expires: number
}

export interface PortalDeleteKeyInput {
  /** Id of a key of the customer. */
  keyId: string
}

export type PortalDeleteKeyOutput = Record<string, never>

export type PortalEndSessionInput = Record<string, never>

export type PortalEndSessionOutput = Record<string, never>

export interface PortalFinishRotationInput {
  /** Id of a key of the customer. */
  keyId: string
}

export type PortalFinishRotationOutput = Record<string, never>

export type PortalGetPortalInput = Record<string, never>

export interface PortalGetUsageInput {
  /** Start of the range, in Unix milliseconds. Rounded down to the interval. */
  from: number
  /** End of the range, exclusive, in Unix milliseconds. Rounded up to the interval. Default: now. */
  to?: number | undefined
  /** Length of an interval, in UTC; at most 1,500 intervals. Default: the shortest with at most 120 intervals. Minutes are kept for 48 hours, hours for 400 days (KEYWARD_USAGE_DAYS), days forever. */
  interval?: "minute" | "hour" | "day" | "month" | "total" | undefined
  /**
   * Groups to return, largest first. The others are added up in a group with `other: true`.
   * Default: `10`.
   */
  limit?: number | undefined
  /** Only verifications of this key. */
  keyId?: string | undefined
  /** Only verifications with these codes. */
  codes?: readonly ("VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED")[] | undefined
  /**
   * What the groups differ in: `key`, `code` or both.
   * Default: `["code"]`.
   */
  groupBy?: readonly ("key" | "code")[] | undefined
}

export interface PortalGetUsageOutput {
  /** Start of the first interval, in Unix milliseconds. */
  from: number
  /** End of the last interval, exclusive, in Unix milliseconds. */
  to: number
  /** Length of an interval, in UTC. `total` is one interval for the whole range. */
  interval: "minute" | "hour" | "day" | "month" | "total"
  /** Start of each interval, in Unix milliseconds, without gaps. */
  times: number[]
  /** Sum over all groups. A call that is in several groups counts once. */
  total: number
  /** One entry for each group, largest first. Keys of the past are in one with `other`. */
  groups: PortalUsage[]
  /** Credits spent, over all groups. */
  credits: number
}

export type PortalGetViewInput = Record<string, never>

export interface PortalListKeysInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
}

export interface PortalListRefusalsInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only calls with this key. */
  keyId?: string | undefined
  /** Only calls at or after this time, in Unix milliseconds. */
  since?: number | undefined
}

export interface PortalListSessionsInput {
  /** Only sessions of this customer, by id or external id. */
  identity?: string | undefined
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
}

export interface PortalOpenSessionInput {
  /** The part of the link after `#`. */
  token: string
  /**
   * Whether the page is in a frame of another site.
   * Default: `false`.
   */
  embedded?: boolean | undefined
}

export interface PortalRevokeSessionsInput {
  /** Id of the portal session. */
  sessionId?: string | undefined
  /** End all sessions of this customer, by id or external id. */
  identity?: string | undefined
  /** End all sessions of the workspace. */
  all?: true | undefined
}

export interface PortalRevokeSessionsOutput {
  /** How many sessions and links have ended. 0 if there was none. */
  revoked: number
}

export interface PortalRotateKeyInput {
  /** Id of a key of the customer. */
  keyId: string
  /** How long the previous secret still works, in milliseconds; at most a week. 0 ends every earlier secret now. */
  overlap: number
}

export interface PortalUpdateKeyInput {
  /** Id of a key of the customer. */
  keyId: string
  /** New name of the key. */
  name?: string | undefined
  /** Networks (CIDR) or addresses that may use the key. They replace the old list; `[]` or null means all. */
  ipAllowlist?: readonly Network[] | null | undefined
}

export type PortalUpdateKeyOutput = Record<string, never>

export interface PortalUpdatePortalInput {
  /** Whether the portal works. If not, no session of it does. */
  enabled?: boolean | undefined
  /** Ids of the APIs whose keys customers manage. Keys of other APIs do not exist in the portal. They replace the old list. null: none. */
  apis?: readonly string[] | null | undefined
  /** What customers may do: `create`, `rename`, `restrict` (to networks), `rotate` and `revoke` keys, see `usage`, and see `refusals`. They replace the old list. null: all but `restrict`. */
  actions?: readonly ("create" | "rename" | "restrict" | "rotate" | "revoke" | "usage" | "refusals")[] | null | undefined
  /** Permissions that customers can choose for a new key. They replace the old list. An unknown slug is created. null: none. */
  permissions?: readonly PortalPermission[] | null | undefined
  /** Which of these customers can choose. `plan`: those that their identity or plan has, and a key with a choice is scoped. `portal`: all, and the key holds them whatever the plan. null: `plan`. */
  permissionsFrom?: "plan" | "portal" | null | undefined
  /** How many unexpired keys a customer may have in these APIs. `maxKeys` of the plan applies too. null: 20. */
  maxKeys?: number | null | undefined
  /** Lifetime of new keys. null removes it. */
  expiry?: PortalExpiry | null | undefined
  /** Origins to which a session can lead back, with `https`; on this machine also `http`. They replace the old list. null: none. */
  returnOrigins?: readonly string[] | null | undefined
  /** Origins of pages that may embed the portal, in the same form. They need KEYWARD_PORTAL_URL with an origin of its own. They replace the old list. null: none. */
  frameAncestors?: readonly string[] | null | undefined
  /** What customers read at the top. Default: the name of the workspace. null removes it. */
  name?: string | null | undefined
  /** Color of buttons and links, as `#rrggbb`. null removes it. */
  accent?: string | null | undefined
  /** Logo, as a data URL with a PNG, JPEG or WebP image of at most 32 KiB. null removes it. */
  logo?: string | null | undefined
  /** Logo on a dark background, in the same form. null removes it. */
  logoDark?: string | null | undefined
  /** Address of your documentation, with `https`. null removes it. */
  docsUrl?: string | null | undefined
  /** Address at which customers get help, with `https`. null removes it. */
  supportUrl?: string | null | undefined
  /** Texts that replace the English ones, by language and id. They replace all old texts. null removes it. */
  texts?: PortalTexts | null | undefined
}

export interface RatelimitDeleteNamespaceInput {
  /** Id or name of the namespace. */
  namespace: string
}

export type RatelimitDeleteNamespaceOutput = Record<string, never>

export interface RatelimitDeleteOverrideInput {
  /** Id or name of the namespace. */
  namespace: string
  /** The identifier or pattern, exactly as it was set. */
  identifier: string
}

export type RatelimitDeleteOverrideOutput = Record<string, never>

export interface RatelimitGetOverrideInput {
  /** Id or name of the namespace. */
  namespace: string
  /** Identifier to look up, such as a user id. */
  identifier: string
}

export interface RatelimitLimitInput {
  /** Id or name of the namespace. A new name creates it. */
  namespace: string
  /** What the limit counts for, such as a user id or an IP address. */
  identifier: string
  /** How much is allowed per window, unless an override says otherwise. */
  limit: number
  /** Length of the sliding window in milliseconds. */
  duration: number
  /**
   * How much to count. 0 checks without counting.
   * Default: `1`.
   */
  cost?: number | undefined
}

export interface RatelimitLimitOutput {
  /** Whether the check passed. If not, nothing was counted. */
  success: boolean
  /** The limit that was applied. */
  limit: number
  /** How much is left in the window after this call. A denied check counts nothing. */
  remaining: number
  /** When the current window ends, in Unix milliseconds. The window slides, so room comes back gradually. */
  reset: number
  /** Id of the override that was applied. Absent if none was. */
  overrideId?: string
}

export interface RatelimitListNamespacesInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only namespaces whose id or name contains this text. */
  search?: string | undefined
}

export interface RatelimitListOverridesInput {
  /** Id or name of the namespace. */
  namespace: string
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
}

export type RatelimitMultiLimitInput = readonly {
  /** Id or name of the namespace. A new name creates it. */
  namespace: string
  /** What the limit counts for, such as a user id or an IP address. */
  identifier: string
  /** How much is allowed per window, unless an override says otherwise. */
  limit: number
  /** Length of the sliding window in milliseconds. */
  duration: number
  /**
   * How much to count. 0 checks without counting.
   * Default: `1`.
   */
  cost?: number | undefined
}[]

export interface RatelimitMultiLimitOutput {
  /** Whether every check passed. If not, nothing was counted. */
  passed: boolean
  /** One result for each check, in the order of the request. */
  limits: {
    /** The namespace as you sent it. */
    namespace: string
    /** The identifier as you sent it. */
    identifier: string
    /** The result of this check alone. */
    passed: boolean
    /** The limit that was applied. */
    limit: number
    /** How much is left in the window after this call. A denied check counts nothing. */
    remaining: number
    /** When the current window ends, in Unix milliseconds. The window slides, so room comes back gradually. */
    reset: number
    /** Id of the override that was applied. Absent if none was. */
    overrideId?: string
  }[]
}

export interface RatelimitSetOverrideInput {
  /** Id or name of the namespace. */
  namespace: string
  /** An identifier, or a pattern with up to 8 `*`. Each `*` stands for any characters, or none. */
  identifier: string
  /** How much is allowed per window. 0 denies everything. */
  limit: number
  /** Length of the sliding window in milliseconds. */
  duration: number
}

export interface RatelimitSetOverrideOutput {
  /** Id of the override. */
  overrideId: string
}

export interface ResetsUseResetInput {
  /** The part of the link after `#`. */
  token: string
  /** At least 12 characters. */
  password: string
  /**
   * Keep passkeys and accounts at the OpenID Connect provider. By default the reset removes them.
   * Default: `false`.
   */
  keepCredentials?: boolean | undefined
}

export interface RootKeysCreateKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Name of the root key, for people. */
  name?: string | undefined
  /** Permissions of the root key, such as `api.*.create_key`. `*` grants everything. */
  permissions: readonly Grant[]
  /** When the root key expires, in Unix milliseconds; null means never. */
  expires?: number | null | undefined
}

export interface RootKeysCreateRootKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Name of the root key, for people. */
  name?: string | undefined
  /** Permissions of the root key, such as `api.*.create_key`. `*` grants everything. */
  permissions: readonly Grant[]
  /** When the root key expires, in Unix milliseconds. Default: never. */
  expires?: number | undefined
  /**
   * Whether the root key works.
   * Default: `true`.
   */
  enabled?: boolean | undefined
}

export interface RootKeysDeleteKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the root key. */
  keyId: string
}

export type RootKeysDeleteKeyOutput = Record<string, never>

export interface RootKeysDeleteRootKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the root key. */
  rootKeyId: string
}

export type RootKeysDeleteRootKeyOutput = Record<string, never>

export interface RootKeysGetRootKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the root key. A root key may leave it out to read itself. */
  rootKeyId?: string | undefined
}

export interface RootKeysListKeysInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
}

export interface RootKeysListRootKeysInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only root keys whose id, name or start contains this text. */
  search?: string | undefined
}

export interface RootKeysRerollKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the root key. */
  keyId: string
  /** Milliseconds until the old key expires. null leaves its expiry unchanged. */
  expiration: number | null
}

export interface RootKeysRerollRootKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the root key. */
  rootKeyId: string
  /** Milliseconds from now until the old key expires. */
  expiration: number
}

export interface RootKeysUpdateKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the root key. */
  keyId: string
  /** Name of the root key, for people. null removes it. */
  name?: string | null | undefined
  /** Whether the root key works. */
  enabled?: boolean | undefined
  /** Permissions of the root key, such as `api.*.create_key`. They replace the old set. */
  permissions?: readonly Grant[] | undefined
}

export type RootKeysUpdateKeyOutput = Record<string, never>

export interface RootKeysUpdateRootKeyInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the root key. */
  rootKeyId: string
  /** Name of the root key, for people. null removes it. */
  name?: string | null | undefined
  /** Permissions of the root key, such as `api.*.create_key`. They replace the old set. */
  permissions?: readonly Grant[] | undefined
  /** Whether the root key works. */
  enabled?: boolean | undefined
  /** When the root key expires, in Unix milliseconds; null means never. */
  expires?: number | null | undefined
}

export type SessionsGetPasskeyChallengeInput = Record<string, never>

export type SessionsGetSessionInput = Record<string, never>

export type SessionsGetSignInMethodsInput = Record<string, never>

export interface SessionsGetSignInMethodsOutput {
  /** Whether browsers can use passkeys under the public URL. */
  passkey: boolean
  /** Present if people can sign in at `/oidc/start`. */
  oidc?: {
    /** The host of the OpenID Connect provider. */
    host: string
  }
}

export interface SessionsSignInInput {
  /** E-mail address of the user. Send it with `password`. */
  email?: string | undefined
  /** Password of the user. */
  password?: string | undefined
  /** The result of `navigator.credentials.get`, as `toJSON` writes it, instead of address and password. */
  passkey?: PasskeySignIn | undefined
  /** A root key or the operator key, instead of address and password. */
  key?: string | undefined
}

export type SessionsSignOutInput = Record<string, never>

export type SessionsSignOutOutput = Record<string, never>

export interface SetupCreateFirstUserInput {
  /** The part of the link after `#`. */
  token: string
  /** E-mail address of the first user. */
  email: string
  /** The name that others see. */
  name: string
  /** At least 12 characters. */
  password?: string | undefined
  /** The result of `navigator.credentials.create` with the options of setup.getState, in place of a password. */
  passkey?: PasskeyCreation | undefined
  /**
   * A name for the passkey, such as that of the device.
   * Default: `"First device"`.
   */
  passkeyName?: string | undefined
  /** Id of the existing workspace that the user will own. */
  workspaceId?: string | undefined
  /** Name of a new workspace that the user will own. */
  workspaceName?: string | undefined
}

export interface SetupGetStateInput {
  /** The part of the link after `#`. */
  token: string
  /** E-mail address of the first user, for a passkey. Send `name` too. */
  email?: string | undefined
  /** Name of the first user, for a passkey. Send `email` too. */
  name?: string | undefined
}

export interface SetupGetStateOutput {
  /** Up to 100 enabled workspaces that the first user can own, as `workspaceId` of setup.createFirstUser. */
  workspaces: {
    /** Id of the workspace. */
    workspaceId: string
    /** Name of the workspace. */
    name: string
  }[]
  /** Options for `navigator.credentials.create`, whose result is `passkey` of setup.createFirstUser. Valid for 5 minutes, once. Present only if you send `email` and `name`, and the public URL allows passkeys. */
  passkeyOptions?: PasskeyCreationOptions
}

export interface UsageGetIncidentInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** The key that was refused, even if it was deleted. */
  keyId?: string | undefined
  /** The customer whose keys were refused, by id or external id, even if it was deleted. */
  identity?: string | undefined
  /** Start of the time, in Unix milliseconds. Rounded down to the minute or hour. */
  from: number
  /** End of the time, exclusive, in Unix milliseconds; at most 31 days after `from`. Default: now. */
  to?: number | undefined
}

export interface UsageGetRatelimitsInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Start of the range, in Unix milliseconds. Rounded down to the interval. */
  from: number
  /** End of the range, exclusive, in Unix milliseconds. Rounded up to the interval. Default: now. */
  to?: number | undefined
  /** Length of an interval, in UTC; at most 1,500 intervals. Default: the shortest with at most 120 intervals. Minutes are kept for 48 hours, hours for 400 days (KEYWARD_USAGE_DAYS), days forever. */
  interval?: "minute" | "hour" | "day" | "month" | "total" | undefined
  /**
   * Groups to return, largest first. The others are added up in a group with `other: true`.
   * Default: `10`.
   */
  limit?: number | undefined
  /** Name or id of the namespace, even if it was deleted. */
  namespace: string
  /** Only checks of this identifier. */
  identifier?: string | undefined
  /**
   * What the groups differ in: `outcome`, `identifier` or both.
   * Default: `["outcome"]`.
   */
  groupBy?: readonly ("outcome" | "identifier")[] | undefined
}

export interface UsageGetRatelimitsOutput {
  /** Start of the first interval, in Unix milliseconds. */
  from: number
  /** End of the last interval, exclusive, in Unix milliseconds. */
  to: number
  /** Length of an interval, in UTC. `total` is one interval for the whole range. */
  interval: "minute" | "hour" | "day" | "month" | "total"
  /** Start of each interval, in Unix milliseconds, without gaps. */
  times: number[]
  /** Sum over all groups. A call that is in several groups counts once. */
  total: number
  /** One entry for each group, largest first. */
  groups: RatelimitUsage[]
}

export interface UsageGetVerificationsInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Start of the range, in Unix milliseconds. Rounded down to the interval. */
  from: number
  /** End of the range, exclusive, in Unix milliseconds. Rounded up to the interval. Default: now. */
  to?: number | undefined
  /** Length of an interval, in UTC; at most 1,500 intervals. Default: the shortest with at most 120 intervals. Minutes are kept for 48 hours, hours for 400 days (KEYWARD_USAGE_DAYS), days forever. */
  interval?: "minute" | "hour" | "day" | "month" | "total" | undefined
  /**
   * Groups to return, largest first. The others are added up in a group with `other: true`.
   * Default: `10`.
   */
  limit?: number | undefined
  /** Only verifications of keys of this API, even if it was deleted. */
  apiId?: string | undefined
  /** Only verifications of these keys, even if deleted. */
  keyIds?: readonly string[] | undefined
  /** Only verifications of keys that belonged to this identity at that time, by its id or external id. The permission `identity.{identityId}.read_usage` suffices. */
  identity?: string | undefined
  /** Only verifications of keys that belonged to these identities at that time, by id or external id. Must be absent beside `identity`. The permission `identity.{identityId}.read_usage` for each of them suffices. */
  identities?: readonly string[] | undefined
  /** Only verifications with these codes. */
  codes?: readonly ("VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED")[] | undefined
  /** Only verifications with this tag. */
  tag?: string | undefined
  /**
   * What the groups differ in: up to two of `api`, `key`, `identity`, `code` and `tag`.
   * Default: `["code"]`.
   */
  groupBy?: readonly ("api" | "key" | "identity" | "code" | "tag")[] | undefined
}

export interface UsageGetVerificationsOutput {
  /** Start of the first interval, in Unix milliseconds. */
  from: number
  /** End of the last interval, exclusive, in Unix milliseconds. */
  to: number
  /** Length of an interval, in UTC. `total` is one interval for the whole range. */
  interval: "minute" | "hour" | "day" | "month" | "total"
  /** Start of each interval, in Unix milliseconds, without gaps. */
  times: number[]
  /** Sum over all groups. A call that is in several groups counts once. */
  total: number
  /** One entry for each group, largest first. */
  groups: VerificationUsage[]
  /** Credits spent, over all groups. */
  credits: number
  /** Calls that a quota refused with 403. They do not count as verifications. Absent if the request has a filter. */
  refusedByQuota?: number
  /** Present if some verifications are known only by the hour. `counts` does not include them. */
  coarse?: true
  /** Present if some tags of these verifications were not counted separately. */
  tagsIncomplete?: true
}

export interface UsageListUsageInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /**
   * What each entry is: a key, a customer, an API or a tag.
   * Default: `"key"`.
   */
  groupBy?: "key" | "identity" | "api" | "tag" | undefined
  /** Start of the time, in Unix milliseconds. Rounded down to the hour, or to the day where hours are no longer kept. Default: the start of this month, in UTC. */
  from?: number | undefined
  /** End of the time, exclusive, in Unix milliseconds. Rounded up to the hour or day. Default: now. */
  to?: number | undefined
  /** Start of the time to compare with. Send it together with `previousTo`. */
  previousFrom?: number | undefined
  /** End of the time to compare with, exclusive. */
  previousTo?: number | undefined
  /**
   * What the list is sorted by. A change is the difference to the time to compare with, and needs one.
   * Default: `"credits"`.
   */
  sort?: "credits" | "verifications" | "creditsChange" | "verificationsChange" | undefined
  /**
   * Direction of `sort`: `desc` is the largest first, `asc` the smallest first.
   * Default: `"desc"`.
   */
  order?: "asc" | "desc" | undefined
  /** Only verifications of keys of this API, even if it was deleted. */
  apiId?: string | undefined
  /** Only verifications of keys that belonged to this identity at that time, by its id or external id. The permission `identity.{identityId}.read_usage` suffices. */
  identity?: string | undefined
  /** Only verifications with these codes. */
  codes?: readonly ("VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED")[] | undefined
  /** Only verifications with this tag. */
  tag?: string | undefined
  /**
   * Whether to return the credits that each key or customer has left now, in `remaining`, and the quota of each customer, in `quota`.
   * Default: `false`.
   */
  balances?: boolean | undefined
  /**
   * Whether `pagination.total` tells how many entries there are.
   * Default: `false`.
   */
  count?: boolean | undefined
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
}

export interface UsageListVerificationsInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Only verifications of keys of this API, even if it was deleted. */
  apiId?: string | undefined
  /** Only verifications of this key, even if it was deleted. */
  keyId?: string | undefined
  /** Only verifications of keys that belonged to this identity at that time, by its id or external id. The permission `identity.{identityId}.read_usage` suffices. */
  identity?: string | undefined
  /** Only verifications with these codes. */
  codes?: readonly ("VALID" | "NOT_FOUND" | "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMITED" | "USAGE_EXCEEDED")[] | undefined
  /** Only verifications with this tag. */
  tag?: string | undefined
  /** Only verifications with this IP address, as it was sent. */
  ip?: string | undefined
  /** Only the verification of this request. */
  requestId?: string | undefined
  /** Only verifications at or after this time, in Unix milliseconds. */
  since?: number | undefined
  /** Only verifications before this time, in Unix milliseconds. */
  until?: number | undefined
  /** Follow the log, oldest first: `pagination.cursor` of the previous page with `after`. An empty text starts at `since`, or now. Every page then has a cursor. */
  after?: string | undefined
}

export interface UsersCreateResetLinkInput {
  /** Id of the user. */
  userId: string
}

export interface UsersCreateResetLinkOutput {
  /** The link. It is shown only once. */
  url: string
  /** When the link expires, in Unix milliseconds. */
  expires: number
}

export interface UsersDeleteUserInput {
  /** Id of the user. */
  userId: string
}

export type UsersDeleteUserOutput = Record<string, never>

export interface UsersListResetLinksInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
}

export interface UsersListUsersInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only users whose id, address or name contains this text. */
  search?: string | undefined
}

export interface UsersRevokeResetLinkInput {
  /** Id of the user. */
  userId: string
}

export interface UsersRevokeResetLinkOutput {
  /** False if the user has no open reset link. */
  revoked: boolean
}

export interface UsersUpdateUserInput {
  /** Id of the user. */
  userId: string
  /** Whether the user may call the operations of operators. */
  operator: boolean
}

export interface WebhooksCreateWebhookInput {
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Where events are sent, with `https`. It may be a secret, so only callers with `update_webhook` see more than its origin. */
  url: string
  /** Which events are sent: types, such as `key.created`, all types of an object, such as `key.*`, `notices` for all notices, or `*` for everything. */
  types: readonly string[]
  /**
   * How an event is written. `standard`: signed JSON as in Standard Webhooks. `slack`: one line of text, unsigned.
   * Default: `"standard"`.
   */
  format?: "standard" | "slack" | undefined
  /** Description, for people. */
  description?: string | undefined
  /**
   * Where the webhook begins: `"now"`, the id of the first event to send, or a time in Unix milliseconds. Default: now.
   * Default: `"now"`.
   */
  from?: string | number | undefined
}

export interface WebhooksCreateWebhookOutput {
  /** Id of the new webhook. */
  webhookId: string
  /** The secret that signs every request. It is shown only once. Absent with the format `slack`. */
  secret?: string
}

export interface WebhooksDeleteWebhookInput {
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the webhook. */
  webhookId: string
}

export type WebhooksDeleteWebhookOutput = Record<string, never>

export interface WebhooksGetWebhookInput {
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the webhook. */
  webhookId: string
}

export interface WebhooksListDeliveriesInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the webhook. */
  webhookId: string
  /** Only deliveries with this status. */
  status?: "waiting" | "delivered" | "failed" | undefined
  /** Only events at or after this time, in Unix milliseconds. */
  since?: number | undefined
}

export interface WebhooksListWebhooksInput {
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only webhooks whose id, origin or description contains this text. */
  search?: string | undefined
}

export interface WebhooksRedeliverInput {
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the webhook. */
  webhookId: string
  /** Ids of the events, of any age. */
  eventIds?: readonly string[] | undefined
  /** All deliveries that failed, of events at or after this time, in Unix milliseconds; 10,000 at most. */
  failedSince?: number | undefined
}

export interface WebhooksRedeliverOutput {
  /** How many events are sent again. Those of types that the webhook does not want are not. */
  deliveries: number
}

export interface WebhooksRotateSecretInput {
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the webhook. */
  webhookId: string
  /**
   * How long the old secret signs too, in milliseconds. Another rotation ends it.
   * Default: `86400000`.
   */
  overlap?: number | undefined
}

export interface WebhooksRotateSecretOutput {
  /** The new secret. It is shown only once. */
  secret: string
}

export interface WebhooksSendTestInput {
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the webhook. It may be disabled. */
  webhookId: string
  /**
   * Type of the sample event.
   * Default: `"key.created"`.
   */
  type?: string | undefined
}

export interface WebhooksUpdateWebhookInput {
  /** Id of the workspace, or `installation` for events about users and sessions. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Id of the webhook. */
  webhookId: string
  /** Where events are sent, with `https`. It may be a secret, so only callers with `update_webhook` see more than its origin. */
  url?: string | undefined
  /** Which events are sent: types, such as `key.created`, all types of an object, such as `key.*`, `notices` for all notices, or `*` for everything. */
  types?: readonly string[] | undefined
  /** Description, for people. null removes it. */
  description?: string | null | undefined
  /** Whether events are sent. What happened while the webhook was disabled is sent when it is enabled. */
  enabled?: boolean | undefined
  /** Where the webhook begins: `"now"`, the id of the first event to send, or a time in Unix milliseconds. Events from there on are sent, again if need be. Default: where it stopped. */
  from?: string | number | undefined
}

export interface WorkspaceGetLimitsInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
}

export interface WorkspaceGetLimitsOutput {
  /** `verificationsPerMonth`; `current` counts the verifications of this month in UTC, up to about 5 seconds ago. */
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
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** A calendar month in UTC that has begun. Default: the current month. */
  period?: {
    /** Year of the month to show. */
    year: number
    /** Month to show; it must have begun. */
    month: number
  } | undefined
}

export interface WorkspaceGetUsageOutput {
  /** The time that was counted. */
  period: {
    /** Start of the month in UTC, in Unix milliseconds. */
    start: number
    /** End of the month, exclusive, in Unix milliseconds. For the current month, this is now. */
    end: number
  }
  /** Sums of the period. */
  totals: {
    /** Calls that were counted. */
    api: {
      /** Verifications with a code other than NOT_FOUND, up to about 5 seconds ago. */
      verifications: number
      /** Checks by ratelimit.limit and ratelimit.multiLimit, passed or denied, up to about 5 seconds ago. */
      ratelimits: number
    }
    /** Always 0: Keyward runs no deployments. */
    compute: {
      /** Always 0. */
      cpuSeconds: number
      /** Always 0. */
      memoryGiBHours: number
      /** Always 0. */
      storageGiBHours: number
      /** Always 0. */
      egressGiB: number
    }
    /** Always 0: Keyward is not a gateway. */
    gateway: {
      /** Always 0. */
      activeKeys: number
    }
  }
  /** Always empty. */
  breakdowns: {
    /** Always empty. */
    byEnvironment: Record<string, never>[]
    /** Always empty. */
    byApp: Record<string, never>[]
  }
}

export interface WorkspacesCreateWorkspaceInput {
  /** Name of the workspace. */
  name: string
}

export interface WorkspacesCreateWorkspaceOutput {
  /** Id of the new workspace. */
  workspaceId: string
  /** Id of the new root key. */
  rootKeyId: string
  /** The root key itself. Store it now: no later response shows it. */
  rootKey: string
}

export interface WorkspacesDeleteWorkspaceInput {
  /** Id of the workspace. It must be disabled. */
  workspaceId: string
}

export type WorkspacesDeleteWorkspaceOutput = Record<string, never>

export interface WorkspacesDisableWorkspaceInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Why the workspace is disabled. An operator must name a reason; a root key may name `owner_request` only. */
  reason?: DisableReason | undefined
  /** Note for people, shown while the workspace is disabled. */
  note?: string | undefined
}

export interface WorkspacesEnableWorkspaceInput {
  /** Id of the workspace. */
  workspaceId: string
  /** Note for people, recorded with the event. */
  note?: string | undefined
}

export interface WorkspacesGetWorkspaceInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
}

export interface WorkspacesListWorkspacesInput {
  /**
   * Objects per page; fewer if they exceed 4 MiB.
   * Default: `100`.
   */
  limit?: number | undefined
  /** Where to continue: `pagination.cursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined
  /** Only enabled workspaces, or only disabled ones. */
  enabled?: boolean | undefined
  /** Only workspaces whose id or name contains this text. */
  search?: string | undefined
}

export interface WorkspacesUpdateWorkspaceInput {
  /** Id of the workspace. An operator must name one; a root key acts on its own. */
  workspaceId?: string | undefined
  /** Name of the workspace. */
  name?: string | undefined
  /** What the workspace may use. Absent fields stay as they are. */
  limits?: LimitsPatch | undefined
  /** Which notices the workspace gets. Absent fields stay as they are. */
  notices?: NoticeSettingsPatch | undefined
}

/** Every code that the service can send, as `<category>/<code>`. */
export type ErrorCode =
  | "authentication/missing"
  | "authentication/malformed"
  | "authentication/key_not_found"
  | "authentication/session_expired"
  | "authentication/sign_in_failed"
  | "authorization/origin_not_allowed"
  | "authorization/sign_in_again"
  | "authorization/workspace_disabled"
  | "authorization/key_disabled"
  | "authorization/key_expired"
  | "authorization/insufficient_permissions"
  | "limits/workspace_rate_limited"
  | "limits/sign_in_rate_limited"
  | "limits/quota_exceeded"
  | "limits/too_many_streams"
  | "limits/too_many_test_deliveries"
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
  | "data/user_not_found"
  | "data/member_not_found"
  | "data/invitation_not_found"
  | "data/device_login_not_found"
  | "data/permission_not_found"
  | "data/role_not_found"
  | "data/plan_not_found"
  | "data/reservation_not_found"
  | "data/event_not_found"
  | "data/webhook_not_found"
  | "data/ratelimit_namespace_not_found"
  | "data/ratelimit_override_not_found"
  | "data/ratelimit_namespace_gone"
  | "data/identity_already_exists"
  | "data/reference_already_used"
  | "data/reservation_already_committed"
  | "data/permission_already_exists"
  | "data/role_already_exists"
  | "data/plan_already_exists"

/** Every operation that takes a key as a method, grouped by resource. */
export interface Operations {
  /** An API groups the keys that belong together. */
  readonly apis: {
    /**
     * Create an API: a group of keys that one of your services accepts.
     *
     * Callers: a root key with `api.*.create_api`.
     */
    createApi(input: ApisCreateApiInput, options?: CallOptions): Promise<Result<ApisCreateApiOutput>>
    /**
     * Delete an API for good. Its keys stop working at once.
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
     * List the keys of an API, including disabled and expired ones.
     *
     * Callers: a root key with `api.{apiId}.read_key`.
     * Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`.
     */
    readonly listKeys: PagedCall<[input: ApisListKeysInput, options?: CallOptions], Key>
    /**
     * Change an API: its name, the defaults for new keys, delete protection and IP allow list.
     *
     * Callers: a root key with `api.{apiId}.update_api`.
     * Errors: `data/api_not_found`.
     */
    updateApi(input: ApisUpdateApiInput, options?: CallOptions): Promise<Result<Api>>
  }
  /** Reservations of credits: charge what a request turned out to cost. */
  readonly credits: {
    /**
     * Charge what a request turned out to cost, after a verification that reserved credits. The rest of the reservation is given back.
     *
     * Callers: a root key with `api.{apiId}.verify_key`.
     * Errors: `data/reservation_not_found`, `data/reservation_already_committed`.
     */
    commit(input: CreditsCommitInput, options?: CallOptions): Promise<Result<CreditsCommitOutput>>
  }
  /** Every change in a workspace, in order. */
  readonly events: {
    /**
     * Show one change: what changed, when, and who changed it.
     *
     * Callers: an operator key; or a root key with `event.*.read_event`.
     * Errors: `data/event_not_found`.
     */
    getEvent(input: EventsGetEventInput, options?: CallOptions): Promise<Result<Event>>
    /**
     * List changes, newest first: what changed, when, and who changed it. With `after`, oldest first.
     *
     * Callers: an operator key; or a root key with `event.*.read_event`.
     * Errors: `data/workspace_not_found`, `data/event_not_found`.
     */
    readonly listEvents: PagedCall<[input?: EventsListEventsInput, options?: CallOptions], Event>
    /**
     * Check that no recorded event of a workspace was changed, moved or removed. Checks 5,000 events per call.
     *
     * Callers: an operator key; or a root key with `event.*.read_event`.
     * Errors: `data/workspace_not_found`.
     */
    verifyChain(input?: EventsVerifyChainInput, options?: CallOptions): Promise<Result<EventsVerifyChainOutput>>
  }
  /** The users or other entities that own or use keys. */
  readonly identities: {
    /**
     * Create an identity: a user or another entity that owns or uses keys.
     *
     * Callers: a root key with `identity.*.create_identity`.
     * Errors: `data/identity_already_exists`, `data/permission_not_found`, `data/plan_not_found`, `limits/quota_exceeded`.
     */
    createIdentity(input: IdentitiesCreateIdentityInput, options?: CallOptions): Promise<Result<IdentitiesCreateIdentityOutput>>
    /**
     * Delete an identity. Its keys are kept, disabled or deleted.
     *
     * Callers: a root key with `identity.{identityId}.delete_identity`.
     * Errors: `data/identity_not_found`.
     */
    deleteIdentity(input: IdentitiesDeleteIdentityInput, options?: CallOptions): Promise<Result<IdentitiesDeleteIdentityOutput>>
    /**
     * Show an identity, by its id or external id.
     *
     * Callers: a root key with `identity.{identityId}.read_identity`.
     * Errors: `data/identity_not_found`.
     */
    getIdentity(input?: IdentitiesGetIdentityInput, options?: CallOptions): Promise<Result<Identity>>
    /**
     * List the identities of the workspace.
     *
     * Callers: a root key with `identity.*.read_identity`.
     * Errors: `data/plan_not_found`, `application/precondition_failed`.
     */
    readonly listIdentities: PagedCall<[input?: IdentitiesListIdentitiesInput, options?: CallOptions], Identity>
    /**
     * Set, increase or decrease the credits that all keys of an identity share. With a `reference`, such as a payment id, it counts once.
     *
     * Callers: a root key with `identity.{identityId}.update_credits`.
     * Errors: `data/identity_not_found`, `data/reference_already_used`.
     */
    updateCredits(input: IdentitiesUpdateCreditsInput, options?: CallOptions): Promise<Result<IdentitiesUpdateCreditsOutput>>
    /**
     * Make the same change to many identities: those that you list, or all of a plan, up to 10,000 per call. Moves customers to another plan.
     *
     * Callers: a root key with `identity.*.update_identity`.
     * Errors: `data/identity_not_found`, `data/plan_not_found`.
     */
    updateIdentities(input: IdentitiesUpdateIdentitiesInput, options?: CallOptions): Promise<Result<IdentitiesUpdateIdentitiesOutput>>
    /**
     * Change an identity: its switch, plan, permissions, metadata, rate limits, quota or credits. Fields that you leave out stay.
     *
     * Callers: a root key with `identity.{identityId}.update_identity`.
     * Errors: `data/identity_not_found`, `data/permission_not_found`, `data/plan_not_found`.
     */
    updateIdentity(input: IdentitiesUpdateIdentityInput, options?: CallOptions): Promise<Result<Identity>>
  }
  /** Issue, manage and verify API keys. */
  readonly keys: {
    /**
     * Add permissions to a key. It keeps those that it has.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_permission_to_key`.
     * Errors: `data/key_not_found`, `data/permission_not_found`, `application/precondition_failed`.
     */
    addPermissions(input: KeysAddPermissionsInput, options?: CallOptions): Promise<Result<Permission[]>>
    /**
     * Add roles to a key. It keeps those that it has.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_role_to_key`.
     * Errors: `data/key_not_found`, `data/role_not_found`, `application/precondition_failed`.
     */
    addRoles(input: KeysAddRolesInput, options?: CallOptions): Promise<Result<RoleOfKey[]>>
    /**
     * End the new secret of a key, so that the key has only its previous secret again.
     *
     * Callers: a root key with `api.{apiId}.update_key`.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    cancelRotation(input: KeysCancelRotationInput, options?: CallOptions): Promise<Result<KeysCancelRotationOutput>>
    /**
     * Create a key for an API. The plaintext is shown only once.
     *
     * Callers: a root key with `api.{apiId}.create_key`.
     * Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    createKey(input: KeysCreateKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Create up to 1,000 keys for an API, all or none. Each plaintext is shown only once.
     *
     * Callers: a root key with `api.{apiId}.create_key`.
     * Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    createKeys(input: KeysCreateKeysInput, options?: CallOptions): Promise<Result<KeysCreateKeysOutput>>
    /**
     * Register an import of keys from another system, and how they were hashed there.
     *
     * Callers: a root key with `api.*.create_key`.
     */
    createMigration(input: KeysCreateMigrationInput, options?: CallOptions): Promise<Result<KeysCreateMigrationOutput>>
    /**
     * Delete a key for good. With `permanent`, also erase its record.
     *
     * Callers: a root key with `api.{apiId}.delete_key`.
     * Errors: `data/key_not_found`.
     */
    deleteKey(input: KeysDeleteKeyInput, options?: CallOptions): Promise<Result<KeysDeleteKeyOutput>>
    /**
     * Delete many keys for good: those that you list, all keys of an API or an identity, or all that match a filter, up to 10,000 per call.
     *
     * Callers: a root key with `api.{apiId}.delete_key`.
     * Errors: `data/key_not_found`, `data/api_not_found`, `data/identity_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`.
     */
    deleteKeys(input?: KeysDeleteKeysInput, options?: CallOptions): Promise<Result<KeysDeleteKeysOutput>>
    /**
     * Show every check that a verification of a key makes, and what would make a failed check pass. Charges nothing.
     *
     * Callers: an operator key; or a root key with `api.{apiId}.read_key`.
     * Errors: `data/workspace_not_found`, `data/key_not_found`, `application/permissions_query_syntax_error`.
     */
    explainKey(input?: KeysExplainKeyInput, options?: CallOptions): Promise<Result<Explanation>>
    /**
     * End the previous secret of a key now, before its overlap ends.
     *
     * Callers: a root key with `api.{apiId}.update_key`.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    finishRotation(input: KeysFinishRotationInput, options?: CallOptions): Promise<Result<KeysFinishRotationOutput>>
    /**
     * Show a key, even if it is disabled or expired.
     *
     * Callers: a root key with `api.{apiId}.read_key`.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    getKey(input: KeysGetKeyInput, options?: CallOptions): Promise<Result<Key>>
    /**
     * List the keys of the workspace, including disabled and expired ones.
     *
     * Callers: a root key with `api.{apiId}.read_key`.
     * Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`.
     */
    readonly listKeys: PagedCall<[input?: KeysListKeysInput, options?: CallOptions], Key>
    /**
     * List the migrations of the workspace.
     *
     * Callers: a root key with `api.*.read_key`.
     */
    readonly listMigrations: PagedCall<[input?: KeysListMigrationsInput, options?: CallOptions], Migration>
    /**
     * Import keys from another system by their hashes, so that your customers keep using them.
     *
     * Callers: a root key with `api.{apiId}.create_key`.
     * Errors: `data/api_not_found`, `data/migration_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    migrateKeys(input: KeysMigrateKeysInput, options?: CallOptions): Promise<Result<KeysMigrateKeysOutput>>
    /**
     * Remove direct permissions from a key. Permissions from roles stay.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.remove_permission_from_key`.
     * Errors: `data/key_not_found`, `data/permission_not_found`.
     */
    removePermissions(input: KeysRemovePermissionsInput, options?: CallOptions): Promise<Result<Permission[]>>
    /**
     * Remove roles from a key, with the permissions that they gave.
     *
     * Callers: a root key with `api.{apiId}.update_key` and `rbac.*.remove_role_from_key`.
     * Errors: `data/key_not_found`, `data/role_not_found`.
     */
    removeRoles(input: KeysRemoveRolesInput, options?: CallOptions): Promise<Result<RoleOfKey[]>>
    /**
     * Replace a key with a new one that has another id, the same settings and the same credits. The old key expires after the given time.
     *
     * Callers: a root key with `api.{apiId}.create_key`.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    rerollKey(input: KeysRerollKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Delete the API key that makes this call. If it calls with the previous secret of a rotation, only that secret ends.
     *
     * Callers: an API key, about itself.
     */
    revokeSelf(input?: KeysRevokeSelfInput, options?: CallOptions): Promise<Result<KeysRevokeSelfOutput>>
    /**
     * Give a key a new secret. Its id and everything else stay, and the previous secret works until the overlap ends.
     *
     * Callers: a root key with `api.{apiId}.create_key` and `api.{apiId}.update_key`.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    rotateKey(input: KeysRotateKeyInput, options?: CallOptions): Promise<Result<RotatedKey>>
    /**
     * Replace the direct permissions of a key. Permissions from roles stay.
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
    setRoles(input: KeysSetRolesInput, options?: CallOptions): Promise<Result<RoleOfKey[]>>
    /**
     * Set, increase or decrease the credits of a key and of all keys that share them. A decrease stops at 0.
     *
     * Callers: a root key with `api.{apiId}.update_key`.
     * Errors: `data/key_not_found`.
     */
    updateCredits(input: KeysUpdateCreditsInput, options?: CallOptions): Promise<Result<Credits>>
    /**
     * Change a key. Fields that you leave out stay, null removes a value, and a list replaces the old list.
     *
     * Callers: a root key with `api.{apiId}.update_key`.
     * Errors: `data/key_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    updateKey(input: KeysUpdateKeyInput, options?: CallOptions): Promise<Result<KeysUpdateKeyOutput>>
    /**
     * Make the same change to many keys: those that you list, all keys of an API or an identity, or all that match a filter, up to 10,000 per call.
     *
     * Callers: a root key with `api.{apiId}.update_key`.
     * Errors: `data/key_not_found`, `data/api_not_found`, `data/identity_not_found`, `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    updateKeys(input?: KeysUpdateKeysInput, options?: CallOptions): Promise<Result<KeysUpdateKeysOutput>>
    /**
     * Verify a key: is it valid now, does it hold the permissions, and is it within its limits and credits?
     *
     * Callers: a root key with `api.{apiId}.verify_key`.
     * Errors: `application/permissions_query_syntax_error`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    verifyKey(input: KeysVerifyKeyInput, options?: CallOptions): Promise<Result<KeysVerifyKeyOutput>>
    /**
     * Show a key by its plaintext or by hashes of it, or the API key that makes this call.
     *
     * Callers: a root key with `api.{apiId}.read_key`; or an API key, about itself.
     * Errors: `data/key_not_found`.
     */
    whoami(input?: KeysWhoamiInput, options?: CallOptions): Promise<Result<Key>>
  }
  /** The people who may act in a workspace, and their roles. */
  readonly members: {
    /**
     * Create a link that makes one person a member of the workspace. Send the link yourself; it works once.
     *
     * Callers: an operator key; or a root key with `member.*.invite_member`.
     * Errors: `data/workspace_not_found`, `application/precondition_failed`.
     */
    inviteMember(input: MembersInviteMemberInput, options?: CallOptions): Promise<Result<MembersInviteMemberOutput>>
    /**
     * List the invitations that are not accepted yet.
     *
     * Callers: an operator key; or a root key with `member.*.read_member`.
     * Errors: `data/workspace_not_found`.
     */
    readonly listInvitations: PagedCall<[input?: MembersListInvitationsInput, options?: CallOptions], Invitation>
    /**
     * List the people who are members of a workspace, with their roles.
     *
     * Callers: an operator key; or a root key with `member.*.read_member`.
     * Errors: `data/workspace_not_found`.
     */
    readonly listMembers: PagedCall<[input?: MembersListMembersInput, options?: CallOptions], Member>
    /**
     * Remove a member from the workspace, and show the root keys that this person created.
     *
     * Callers: an operator key; or a root key with `member.*.remove_member`.
     * Errors: `data/workspace_not_found`, `data/member_not_found`, `application/precondition_failed`.
     */
    removeMember(input: MembersRemoveMemberInput, options?: CallOptions): Promise<Result<MembersRemoveMemberOutput>>
    /**
     * Revoke an invitation, so that its link stops working.
     *
     * Callers: an operator key; or a root key with `member.*.invite_member`.
     * Errors: `data/workspace_not_found`, `data/invitation_not_found`.
     */
    revokeInvitation(input: MembersRevokeInvitationInput, options?: CallOptions): Promise<Result<MembersRevokeInvitationOutput>>
    /**
     * Change the role of a member. You must hold everything that the old and the new role allow.
     *
     * Callers: an operator key; or a root key with `member.*.update_member`.
     * Errors: `data/workspace_not_found`, `data/member_not_found`, `application/precondition_failed`.
     */
    updateMember(input: MembersUpdateMemberInput, options?: CallOptions): Promise<Result<Member>>
  }
  /** The processes that serve the installation. The operator watches them. */
  readonly nodes: {
    /**
     * List the nodes that serve this installation, with their load.
     *
     * Callers: an operator key.
     */
    listNodes(input?: NodesListNodesInput, options?: CallOptions): Promise<Result<Node[]>>
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
     * Delete a permission. Every role, key and identity loses it at once.
     *
     * Callers: a root key with `rbac.*.delete_permission`.
     * Errors: `data/permission_not_found`.
     */
    deletePermission(input: PermissionsDeletePermissionInput, options?: CallOptions): Promise<Result<PermissionsDeletePermissionOutput>>
    /**
     * Delete a role. Every key loses it and its permissions at once; the permissions themselves stay.
     *
     * Callers: a root key with `rbac.*.delete_role`.
     * Errors: `data/role_not_found`.
     */
    deleteRole(input: PermissionsDeleteRoleInput, options?: CallOptions): Promise<Result<PermissionsDeleteRoleOutput>>
    /**
     * Show a permission, by its id or slug.
     *
     * Callers: a root key with `rbac.*.read_permission`.
     * Errors: `data/permission_not_found`.
     */
    getPermission(input: PermissionsGetPermissionInput, options?: CallOptions): Promise<Result<Permission>>
    /**
     * Show a role and its permissions, by its id or name.
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
     * Change the name or description of a permission. Its slug cannot change.
     *
     * Callers: a root key with `rbac.*.update_permission`.
     * Errors: `data/permission_not_found`, `application/precondition_failed`.
     */
    updatePermission(input: PermissionsUpdatePermissionInput, options?: CallOptions): Promise<Result<Permission>>
    /**
     * Rename a role or change its description. Every key that holds it shows the new name at once.
     *
     * Callers: a root key with `rbac.*.update_role`.
     * Errors: `data/role_not_found`, `data/role_already_exists`.
     */
    updateRole(input: PermissionsUpdateRoleInput, options?: CallOptions): Promise<Result<PermissionsUpdateRoleOutput>>
  }
  /** What many customers get: permissions, rate limits and a number of keys. */
  readonly plans: {
    /**
     * Create a plan: permissions, rate limits, a quota and a number of keys that many customers get.
     *
     * Callers: a root key with `plan.*.create_plan`.
     * Errors: `data/plan_already_exists`, `data/permission_not_found`.
     */
    createPlan(input: PlansCreatePlanInput, options?: CallOptions): Promise<Result<PlansCreatePlanOutput>>
    /**
     * Delete a plan that no customer has. The default plan cannot be deleted.
     *
     * Callers: a root key with `plan.*.delete_plan`.
     * Errors: `data/plan_not_found`, `application/precondition_failed`.
     */
    deletePlan(input: PlansDeletePlanInput, options?: CallOptions): Promise<Result<PlansDeletePlanOutput>>
    /**
     * Show a plan, by its id or name, and how many customers have it.
     *
     * Callers: a root key with `plan.*.read_plan`.
     * Errors: `data/plan_not_found`.
     */
    getPlan(input: PlansGetPlanInput, options?: CallOptions): Promise<Result<Plan>>
    /**
     * List the plans of the workspace, and how many customers have each.
     *
     * Callers: a root key with `plan.*.read_plan`.
     */
    readonly listPlans: PagedCall<[input?: PlansListPlansInput, options?: CallOptions], Plan>
    /**
     * Change a plan for all its customers at once. Fields that you leave out stay, and null removes a value.
     *
     * Callers: a root key with `plan.*.update_plan`.
     * Errors: `data/plan_not_found`, `data/plan_already_exists`, `data/permission_not_found`.
     */
    updatePlan(input: PlansUpdatePlanInput, options?: CallOptions): Promise<Result<Plan>>
  }
  /** The page on which your customers manage their own keys. */
  readonly portal: {
    /**
     * Create a link with which one customer manages its keys. Redirect the customer's browser to it: it opens once, within 5 minutes.
     *
     * Callers: a root key with `portal.*.create_session`.
     * Errors: `data/identity_not_found`, `data/api_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.
     */
    createSession(input?: PortalCreateSessionInput, options?: CallOptions): Promise<Result<PortalCreateSessionOutput>>
    /**
     * Show how the portal of your customers is configured. A workspace has one; until you enable it, it is off.
     *
     * Callers: a root key with `portal.*.read_portal`.
     */
    getPortal(input?: PortalGetPortalInput, options?: CallOptions): Promise<Result<Portal>>
    /**
     * List the live sessions of customers in the portal and the links that nobody has opened, newest first.
     *
     * Callers: a root key with `portal.*.read_portal`.
     * Errors: `data/identity_not_found`.
     */
    readonly listSessions: PagedCall<[input?: PortalListSessionsInput, options?: CallOptions], PortalSession>
    /**
     * End sessions in the portal at once on all nodes: one, all of a customer, or all.
     *
     * Callers: a root key with `portal.*.create_session`.
     * Errors: `data/identity_not_found`.
     */
    revokeSessions(input?: PortalRevokeSessionsInput, options?: CallOptions): Promise<Result<PortalRevokeSessionsOutput>>
    /**
     * Configure the portal, for all its sessions at once. Fields that you leave out stay, and null removes a value.
     *
     * Callers: a root key with `portal.*.update_portal`.
     * Errors: `data/api_not_found`, `data/permission_not_found`, `application/precondition_failed`.
     */
    updatePortal(input?: PortalUpdatePortalInput, options?: CallOptions): Promise<Result<Portal>>
  }
  /** Rate limits for anything with an identifier. */
  readonly ratelimit: {
    /**
     * Delete a rate-limit namespace for good. Its name stays reserved, so that running clients do not create it again.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.delete_namespace`.
     * Errors: `data/ratelimit_namespace_not_found`.
     */
    deleteNamespace(input: RatelimitDeleteNamespaceInput, options?: CallOptions): Promise<Result<RatelimitDeleteNamespaceOutput>>
    /**
     * Delete an override. Setting it again restores its id.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.delete_override`.
     * Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_override_not_found`.
     */
    deleteOverride(input: RatelimitDeleteOverrideInput, options?: CallOptions): Promise<Result<RatelimitDeleteOverrideOutput>>
    /**
     * Show the override that applies to an identifier.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.read_override`.
     * Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_override_not_found`.
     */
    getOverride(input: RatelimitGetOverrideInput, options?: CallOptions): Promise<Result<Override>>
    /**
     * Check an identifier against a rate limit, and count the request if it passes.
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
     * Check several rate limits at once. The request counts against all of them if every check passes, else against none.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.limit`.
     * Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_namespace_gone`.
     */
    multiLimit(input: RatelimitMultiLimitInput, options?: CallOptions): Promise<Result<RatelimitMultiLimitOutput>>
    /**
     * Give an identifier, or all identifiers that match a pattern, a limit of its own.
     *
     * Callers: a root key with `ratelimit.{namespaceId}.set_override`.
     * Errors: `data/ratelimit_namespace_not_found`, `application/precondition_failed`.
     */
    setOverride(input: RatelimitSetOverrideInput, options?: CallOptions): Promise<Result<RatelimitSetOverrideOutput>>
  }
  /** Keys that manage a workspace. */
  readonly rootKeys: {
    /**
     * Create a root key, as published Unkey clients do. rootKeys.createRootKey can also create a disabled one.
     *
     * Callers: an operator key; or a root key with `root_key.*.create_root_key`.
     * Errors: `data/workspace_not_found`.
     */
    createKey(input: RootKeysCreateKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Create a root key with permissions that the caller holds. The plaintext is shown only once.
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
     * Show a root key. Every root key may read itself.
     *
     * Callers: an operator key; or a root key.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`.
     */
    getRootKey(input?: RootKeysGetRootKeyInput, options?: CallOptions): Promise<Result<RootKey>>
    /**
     * List the root keys of a workspace, with the field names of published Unkey clients.
     *
     * Callers: an operator key; or a root key with `root_key.*.read_root_key`.
     * Errors: `data/workspace_not_found`.
     */
    readonly listKeys: PagedCall<[input?: RootKeysListKeysInput, options?: CallOptions], ListedRootKey>
    /**
     * List the root keys of a workspace, including disabled and expired ones.
     *
     * Callers: an operator key; or a root key with `root_key.*.read_root_key`.
     * Errors: `data/workspace_not_found`.
     */
    readonly listRootKeys: PagedCall<[input?: RootKeysListRootKeysInput, options?: CallOptions], RootKey>
    /**
     * Replace a root key with a new one that has the same permissions, as published Unkey clients do.
     *
     * Callers: an operator key; or a root key with `root_key.*.create_root_key` and `root_key.*.update_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`.
     */
    rerollKey(input: RootKeysRerollKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Replace a root key with a new one that has the same permissions. The old key expires after the given time.
     *
     * Callers: an operator key; or a root key with `root_key.*.create_root_key` and `root_key.*.update_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`.
     */
    rerollRootKey(input: RootKeysRerollRootKeyInput, options?: CallOptions): Promise<Result<MintedRootKey>>
    /**
     * Change the name, permissions or state of a root key, as published Unkey clients do.
     *
     * Callers: an operator key; or a root key with `root_key.*.update_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`, `application/precondition_failed`.
     */
    updateKey(input: RootKeysUpdateKeyInput, options?: CallOptions): Promise<Result<RootKeysUpdateKeyOutput>>
    /**
     * Change the name, permissions, state or expiry of a root key. You can only grant permissions that you hold.
     *
     * Callers: an operator key; or a root key with `root_key.*.update_root_key`.
     * Errors: `data/workspace_not_found`, `data/root_key_not_found`, `application/precondition_failed`.
     */
    updateRootKey(input: RootKeysUpdateRootKeyInput, options?: CallOptions): Promise<Result<RootKey>>
  }
  /** How often keys were verified and rate limits were checked, by whom and with what outcome. */
  readonly usage: {
    /**
     * Explain why a key or a customer was refused: since when, which change it came from, whom else it touched, and what ends it.
     *
     * Callers: an operator key; or a root key.
     * Errors: `data/workspace_not_found`, `data/key_not_found`, `data/identity_not_found`.
     */
    getIncident(input: UsageGetIncidentInput, options?: CallOptions): Promise<Result<Incident>>
    /**
     * Count checks of rate limits over time, by outcome or identifier.
     *
     * Callers: an operator key; or a root key with `ratelimit.{namespaceId}.read_usage`.
     * Errors: `data/workspace_not_found`, `data/ratelimit_namespace_not_found`.
     */
    getRatelimits(input: UsageGetRatelimitsInput, options?: CallOptions): Promise<Result<UsageGetRatelimitsOutput>>
    /**
     * Count verifications over time, by API, key, identity, code or tag.
     *
     * Callers: an operator key; or a root key.
     * Errors: `data/workspace_not_found`, `data/api_not_found`, `data/key_not_found`, `data/identity_not_found`.
     */
    getVerifications(input: UsageGetVerificationsInput, options?: CallOptions): Promise<Result<UsageGetVerificationsOutput>>
    /**
     * List keys, customers, APIs or tags by the credits or verifications of a month, or of any time.
     *
     * Callers: an operator key; or a root key.
     * Errors: `data/workspace_not_found`, `data/api_not_found`, `data/identity_not_found`.
     */
    readonly listUsage: PagedCall<[input?: UsageListUsageInput, options?: CallOptions], UsageEntry>
    /**
     * List single verifications, newest first. The log may be sampled, so count with usage.getVerifications.
     *
     * Callers: an operator key; or a root key.
     * Errors: `data/workspace_not_found`, `data/api_not_found`, `data/key_not_found`, `data/identity_not_found`.
     */
    readonly listVerifications: PagedCall<[input?: UsageListVerificationsInput, options?: CallOptions], LoggedVerification>
  }
  /** The people of the installation. The operator manages them. */
  readonly users: {
    /**
     * Create a link that lets a user set a new password. Send the link yourself; it works once.
     *
     * Callers: an operator key.
     * Errors: `data/user_not_found`.
     */
    createResetLink(input: UsersCreateResetLinkInput, options?: CallOptions): Promise<Result<UsersCreateResetLinkOutput>>
    /**
     * Delete a user with all memberships and sessions. Root keys that the user created stay.
     *
     * Callers: an operator key.
     * Errors: `data/user_not_found`.
     */
    deleteUser(input: UsersDeleteUserInput, options?: CallOptions): Promise<Result<UsersDeleteUserOutput>>
    /**
     * List the reset links that can still be used, and who made them.
     *
     * Callers: an operator key.
     */
    readonly listResetLinks: PagedCall<[input?: UsersListResetLinksInput, options?: CallOptions], ResetLink>
    /**
     * List the users of the installation.
     *
     * Callers: an operator key.
     */
    readonly listUsers: PagedCall<[input?: UsersListUsersInput, options?: CallOptions], User>
    /**
     * Revoke the open reset link of a user, so that it stops working.
     *
     * Callers: an operator key.
     * Errors: `data/user_not_found`.
     */
    revokeResetLink(input: UsersRevokeResetLinkInput, options?: CallOptions): Promise<Result<UsersRevokeResetLinkOutput>>
    /**
     * Make a user an operator of the installation, or remove that right.
     *
     * Callers: an operator key.
     * Errors: `data/user_not_found`.
     */
    updateUser(input: UsersUpdateUserInput, options?: CallOptions): Promise<Result<User>>
  }
  /** Endpoints of yours that receive events as they happen. */
  readonly webhooks: {
    /**
     * Create an endpoint that receives events as they happen. The secret that signs them is shown only once.
     *
     * Callers: an operator key; or a root key with `webhook.*.create_webhook` and `event.*.read_event`.
     * Errors: `data/workspace_not_found`, `application/precondition_failed`.
     */
    createWebhook(input: WebhooksCreateWebhookInput, options?: CallOptions): Promise<Result<WebhooksCreateWebhookOutput>>
    /**
     * Delete a webhook with its deliveries. Events that wait for it are not sent.
     *
     * Callers: an operator key; or a root key with `webhook.*.delete_webhook`.
     * Errors: `data/workspace_not_found`, `data/webhook_not_found`.
     */
    deleteWebhook(input: WebhooksDeleteWebhookInput, options?: CallOptions): Promise<Result<WebhooksDeleteWebhookOutput>>
    /**
     * Show a webhook and how delivery to it is going.
     *
     * Callers: an operator key; or a root key with `webhook.*.read_webhook`.
     * Errors: `data/workspace_not_found`, `data/webhook_not_found`.
     */
    getWebhook(input: WebhooksGetWebhookInput, options?: CallOptions): Promise<Result<Webhook>>
    /**
     * List the events that were sent to a webhook and the result of each attempt, the newest event first.
     *
     * Callers: an operator key; or a root key with `webhook.*.read_webhook` and `event.*.read_event`.
     * Errors: `data/workspace_not_found`, `data/webhook_not_found`.
     */
    readonly listDeliveries: PagedCall<[input: WebhooksListDeliveriesInput, options?: CallOptions], WebhookDelivery>
    /**
     * List the webhooks of the workspace and how delivery to each is going.
     *
     * Callers: an operator key; or a root key with `webhook.*.read_webhook`.
     * Errors: `data/workspace_not_found`.
     */
    readonly listWebhooks: PagedCall<[input?: WebhooksListWebhooksInput, options?: CallOptions], Webhook>
    /**
     * Send events to a webhook again: some by their ids, or all that failed since a time.
     *
     * Callers: an operator key; or a root key with `webhook.*.update_webhook` and `event.*.read_event`.
     * Errors: `data/workspace_not_found`, `data/webhook_not_found`, `data/event_not_found`.
     */
    redeliver(input: WebhooksRedeliverInput, options?: CallOptions): Promise<Result<WebhooksRedeliverOutput>>
    /**
     * Create another secret for a webhook. For a while, both sign every request. The new one is shown only once.
     *
     * Callers: an operator key; or a root key with `webhook.*.update_webhook` and `event.*.read_event`.
     * Errors: `data/workspace_not_found`, `data/webhook_not_found`, `application/precondition_failed`.
     */
    rotateSecret(input: WebhooksRotateSecretInput, options?: CallOptions): Promise<Result<WebhooksRotateSecretOutput>>
    /**
     * Send a sample to a webhook now, and return the result. Nothing is recorded.
     *
     * Callers: an operator key; or a root key with `webhook.*.update_webhook` and `event.*.read_event`.
     * Errors: `data/workspace_not_found`, `data/webhook_not_found`, `limits/too_many_test_deliveries`, `application/precondition_failed`.
     */
    sendTest(input: WebhooksSendTestInput, options?: CallOptions): Promise<Result<WebhookAttempt>>
    /**
     * Change a webhook, enable or disable it, or move it in the log to send events again.
     *
     * Callers: an operator key; or a root key with `webhook.*.update_webhook` and `event.*.read_event`.
     * Errors: `data/workspace_not_found`, `data/webhook_not_found`, `application/precondition_failed`.
     */
    updateWebhook(input: WebhooksUpdateWebhookInput, options?: CallOptions): Promise<Result<Webhook>>
  }
  /** Limits and usage of a workspace, with the field names of published Unkey clients. */
  readonly workspace: {
    /**
     * Show the limits of a workspace, with the field names of published Unkey clients.
     *
     * Callers: an operator key; or a root key with `workspace.*.read_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    getLimits(input?: WorkspaceGetLimitsInput, options?: CallOptions): Promise<Result<WorkspaceGetLimitsOutput>>
    /**
     * Show the usage of a workspace in one calendar month, with the field names of published Unkey clients.
     *
     * Callers: an operator key; or a root key with `workspace.*.read_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    getUsage(input?: WorkspaceGetUsageInput, options?: CallOptions): Promise<Result<WorkspaceGetUsageOutput>>
  }
  /** Workspaces hold everything else. The operator manages them. */
  readonly workspaces: {
    /**
     * Create a workspace and its first root key, which holds every permission. An operator who has signed in as a person owns the workspace.
     *
     * Callers: an operator key.
     * Errors: `application/precondition_failed`.
     */
    createWorkspace(input: WorkspacesCreateWorkspaceInput, options?: CallOptions): Promise<Result<WorkspacesCreateWorkspaceOutput>>
    /**
     * Delete a disabled workspace and everything in it for good.
     *
     * Callers: an operator key.
     * Errors: `data/workspace_not_found`, `application/precondition_failed`.
     */
    deleteWorkspace(input: WorkspacesDeleteWorkspaceInput, options?: CallOptions): Promise<Result<WorkspacesDeleteWorkspaceOutput>>
    /**
     * Disable a workspace: every key of it is refused until an operator enables it again.
     *
     * Callers: an operator key; or a root key with `workspace.*.disable_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    disableWorkspace(input?: WorkspacesDisableWorkspaceInput, options?: CallOptions): Promise<Result<Workspace>>
    /**
     * Enable a disabled workspace. Its keys work again, except those that were disabled individually.
     *
     * Callers: an operator key.
     * Errors: `data/workspace_not_found`.
     */
    enableWorkspace(input: WorkspacesEnableWorkspaceInput, options?: CallOptions): Promise<Result<Workspace>>
    /**
     * Show a workspace. An operator also sees disabled ones.
     *
     * Callers: an operator key; or a root key with `workspace.*.read_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    getWorkspace(input?: WorkspacesGetWorkspaceInput, options?: CallOptions): Promise<Result<WorkspaceWithCounts>>
    /**
     * List the workspaces of the installation.
     *
     * Callers: an operator key.
     */
    readonly listWorkspaces: PagedCall<[input?: WorkspacesListWorkspacesInput, options?: CallOptions], Workspace>
    /**
     * Rename a workspace, or choose its notices. An operator can also set its limits and quotas.
     *
     * Callers: an operator key; or a root key with `workspace.*.update_workspace`.
     * Errors: `data/workspace_not_found`.
     */
    updateWorkspace(input?: WorkspacesUpdateWorkspaceInput, options?: CallOptions): Promise<Result<Workspace>>
  }
}

/** The operations for pages. They need no key, but a page of the service. */
export interface PageOperations {
  /** The account of the person who has signed in. */
  readonly account: {
    /**
     * Finish adding a passkey that account.getPasskeyChallenge started. Needs a sign-in within the last 10 minutes.
     *
     * Callers: a user in the browser.
     * Errors: `application/precondition_failed`.
     */
    addPasskey(input: AccountAddPasskeyInput, options?: CallOptions): Promise<Result<Passkey>>
    /**
     * Set a new password, end your other sessions and revoke an open reset link. Needs a sign-in within the last 10 minutes.
     *
     * Callers: a user in the browser.
     * Errors: `limits/sign_in_rate_limited`.
     */
    changePassword(input: AccountChangePasswordInput, options?: CallOptions): Promise<Result<AccountChangePasswordOutput>>
    /**
     * Show who has signed in, the workspaces of this user, and what the user may do there.
     *
     * Callers: a user in the browser.
     */
    getAccount(input?: AccountGetAccountInput, options?: CallOptions): Promise<Result<AccountGetAccountOutput>>
    /**
     * Start adding a passkey: options for `navigator.credentials.create`. They are valid for 5 minutes, once, in this session.
     *
     * Callers: a user in the browser.
     * Errors: `application/precondition_failed`.
     */
    getPasskeyChallenge(input?: AccountGetPasskeyChallengeInput, options?: CallOptions): Promise<Result<PasskeyCreationOptions>>
    /**
     * Start linking your account at the OpenID Connect provider: open `url` in this browser. Needs a sign-in within the last 10 minutes, but not with the provider.
     *
     * Callers: a user in the browser.
     * Errors: `application/precondition_failed`.
     */
    linkOidc(input?: AccountLinkOidcInput, options?: CallOptions): Promise<Result<AccountLinkOidcOutput>>
    /**
     * List your passkeys, oldest first. There are at most 20.
     *
     * Callers: a user in the browser.
     */
    listPasskeys(input?: AccountListPasskeysInput, options?: CallOptions): Promise<Result<Passkey[]>>
    /**
     * List your sessions, newest first: the browsers in which you are signed in.
     *
     * Callers: a user in the browser.
     */
    listSessions(input?: AccountListSessionsInput, options?: CallOptions): Promise<Result<Session[]>>
    /**
     * Remove one of your passkeys. Needs a sign-in within the last 10 minutes.
     *
     * Callers: a user in the browser.
     * Errors: `application/precondition_failed`.
     */
    removePasskey(input: AccountRemovePasskeyInput, options?: CallOptions): Promise<Result<AccountRemovePasskeyOutput>>
    /**
     * Sign out all your other browsers, at once on all nodes.
     *
     * Callers: a user in the browser.
     */
    revokeOtherSessions(input?: AccountRevokeOtherSessionsInput, options?: CallOptions): Promise<Result<AccountRevokeOtherSessionsOutput>>
    /**
     * Sign out one of your browsers, at once on all nodes.
     *
     * Callers: a user in the browser.
     */
    revokeSession(input: AccountRevokeSessionInput, options?: CallOptions): Promise<Result<AccountRevokeSessionOutput>>
    /**
     * Stop signing in with an OpenID Connect provider. Needs a sign-in within the last 10 minutes.
     *
     * Callers: a user in the browser.
     * Errors: `application/precondition_failed`.
     */
    unlinkOidc(input: AccountUnlinkOidcInput, options?: CallOptions): Promise<Result<AccountUnlinkOidcOutput>>
    /**
     * Change your name.
     *
     * Callers: a user in the browser.
     * Errors: `data/user_not_found`.
     */
    updateAccount(input: AccountUpdateAccountInput, options?: CallOptions): Promise<Result<User>>
  }
  /** Sign a terminal in through a browser. */
  readonly deviceLogins: {
    /**
     * Give a terminal a root key of a workspace. The root key is created when the terminal collects it.
     *
     * Callers: a user in the browser.
     * Errors: `data/device_login_not_found`, `data/workspace_not_found`, `authorization/insufficient_permissions`, `authorization/workspace_disabled`, `authorization/sign_in_again`.
     */
    approveLogin(input: DeviceLoginsApproveLoginInput, options?: CallOptions): Promise<Result<DeviceLoginsApproveLoginOutput>>
    /**
     * Ask whether a terminal may sign in, and receive its root key once.
     *
     * Callers: anyone in the browser.
     * Errors: `limits/sign_in_rate_limited`.
     */
    collectKey(input: DeviceLoginsCollectKeyInput, options?: CallOptions): Promise<Result<DeviceLoginsCollectKeyOutput>>
    /**
     * Refuse a terminal that asks to be signed in.
     *
     * Callers: a user in the browser.
     * Errors: `data/device_login_not_found`.
     */
    denyLogin(input: DeviceLoginsDenyLoginInput, options?: CallOptions): Promise<Result<DeviceLoginsDenyLoginOutput>>
    /**
     * Show which terminal asks to be signed in with a code.
     *
     * Callers: a user in the browser.
     * Errors: `data/device_login_not_found`, `limits/sign_in_rate_limited`.
     */
    getLogin(input: DeviceLoginsGetLoginInput, options?: CallOptions): Promise<Result<DeviceLogin>>
    /**
     * Start to sign a terminal in. Returns a code for the person and another one for the terminal.
     *
     * Callers: anyone in the browser.
     * Errors: `application/precondition_failed`, `limits/sign_in_rate_limited`.
     */
    startLogin(input: DeviceLoginsStartLoginInput, options?: CallOptions): Promise<Result<DeviceLoginsStartLoginOutput>>
  }
  /** Accept the link that makes a person a member. */
  readonly invitations: {
    /**
     * Become a member of a workspace. A new person gets an account; others must have signed in.
     *
     * Callers: anyone in the browser.
     * Errors: `data/invitation_not_found`, `authentication/sign_in_failed`, `limits/sign_in_rate_limited`, `application/precondition_failed`.
     */
    acceptInvitation(input: InvitationsAcceptInvitationInput, options?: CallOptions): Promise<Result<InvitationsAcceptInvitationOutput>>
    /**
     * Show the invitation of a link: the workspace, the role and the address, and options for a passkey.
     *
     * Callers: anyone in the browser.
     * Errors: `data/invitation_not_found`.
     */
    getInvitation(input: InvitationsGetInvitationInput, options?: CallOptions): Promise<Result<InvitationsGetInvitationOutput>>
  }
  /** The page on which your customers manage their own keys. */
  readonly portal: {
    /**
     * Create a key of the customer in the portal. The plaintext is shown only once.
     *
     * Callers: a customer in the portal.
     * Errors: `data/api_not_found`, `data/permission_not_found`, `limits/quota_exceeded`.
     */
    createKey(input: PortalCreateKeyInput, options?: CallOptions): Promise<Result<MintedKey>>
    /**
     * Revoke a key of the customer in the portal for good.
     *
     * Callers: a customer in the portal.
     * Errors: `data/key_not_found`.
     */
    deleteKey(input: PortalDeleteKeyInput, options?: CallOptions): Promise<Result<PortalDeleteKeyOutput>>
    /**
     * End the session of this browser in the portal.
     *
     * Callers: a customer in the portal.
     */
    endSession(input?: PortalEndSessionInput, options?: CallOptions): Promise<Result<PortalEndSessionOutput>>
    /**
     * End the previous secret of a key of the customer in the portal now.
     *
     * Callers: a customer in the portal.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    finishRotation(input: PortalFinishRotationInput, options?: CallOptions): Promise<Result<PortalFinishRotationOutput>>
    /**
     * Count verifications of the keys of the customer in the portal over time, by key or code.
     *
     * Callers: a customer in the portal.
     * Errors: `data/key_not_found`.
     */
    getUsage(input: PortalGetUsageInput, options?: CallOptions): Promise<Result<PortalGetUsageOutput>>
    /**
     * Show what the page of the portal needs: its look, what the session may do, and what the customer has left.
     *
     * Callers: a customer in the portal.
     */
    getView(input?: PortalGetViewInput, options?: CallOptions): Promise<Result<PortalView>>
    /**
     * List the keys of the customer in the portal, newest first.
     *
     * Callers: a customer in the portal.
     */
    readonly listKeys: PagedCall<[input?: PortalListKeysInput, options?: CallOptions], PortalKey>
    /**
     * List why calls with keys of the customer in the portal were refused, newest first. The log may be sampled.
     *
     * Callers: a customer in the portal.
     * Errors: `data/key_not_found`.
     */
    readonly listRefusals: PagedCall<[input?: PortalListRefusalsInput, options?: CallOptions], PortalRefusal>
    /**
     * Open a link to the portal. It works once; the browser gets a cookie.
     *
     * Callers: anyone in the browser.
     * Errors: `authentication/sign_in_failed`.
     */
    openSession(input: PortalOpenSessionInput, options?: CallOptions): Promise<Result<PortalView>>
    /**
     * Give a key of the customer in the portal a new secret. The previous one works until the overlap ends.
     *
     * Callers: a customer in the portal.
     * Errors: `data/key_not_found`, `application/precondition_failed`.
     */
    rotateKey(input: PortalRotateKeyInput, options?: CallOptions): Promise<Result<RotatedKey>>
    /**
     * Rename a key of the customer in the portal, or limit it to networks.
     *
     * Callers: a customer in the portal.
     * Errors: `data/key_not_found`.
     */
    updateKey(input: PortalUpdateKeyInput, options?: CallOptions): Promise<Result<PortalUpdateKeyOutput>>
  }
  /** Use the link that sets a new password. */
  readonly resets: {
    /**
     * Use a link to reset the password: set a new one, end all sessions, remove passkeys and provider accounts, and sign in.
     *
     * Callers: anyone in the browser.
     * Errors: `authentication/sign_in_failed`, `limits/sign_in_rate_limited`.
     */
    useReset(input: ResetsUseResetInput, options?: CallOptions): Promise<Result<StartedSession>>
  }
  /** Sign in and out with a browser. */
  readonly sessions: {
    /**
     * Start a sign-in with a passkey: options for `navigator.credentials.get`. They are valid for 5 minutes, once.
     *
     * Callers: anyone in the browser.
     * Errors: `application/precondition_failed`.
     */
    getPasskeyChallenge(input?: SessionsGetPasskeyChallengeInput, options?: CallOptions): Promise<Result<PasskeySignInOptions>>
    /**
     * Show who has signed in with this browser, and what they may do. Without a session, `signedIn` is false.
     *
     * Callers: anyone in the browser.
     */
    getSession(input?: SessionsGetSessionInput, options?: CallOptions): Promise<Result<CurrentSession>>
    /**
     * Show how people can sign in, besides a password or a key.
     *
     * Callers: anyone in the browser.
     */
    getSignInMethods(input?: SessionsGetSignInMethodsInput, options?: CallOptions): Promise<Result<SessionsGetSignInMethodsOutput>>
    /**
     * Sign in with a password, with a passkey, or with a root or operator key. The browser gets a cookie.
     *
     * Callers: anyone in the browser.
     * Errors: `authentication/sign_in_failed`, `authorization/insufficient_permissions`, `limits/sign_in_rate_limited`.
     */
    signIn(input?: SessionsSignInInput, options?: CallOptions): Promise<Result<StartedSession>>
    /**
     * End the session of this browser. Signing out twice is no error.
     *
     * Callers: anyone in the browser.
     */
    signOut(input?: SessionsSignOutInput, options?: CallOptions): Promise<Result<SessionsSignOutOutput>>
  }
  /** Use the link that creates the first user. */
  readonly setup: {
    /**
     * Use the setup link: create the first user, an operator and owner of a workspace, and sign in.
     *
     * Callers: anyone in the browser.
     * Errors: `authentication/sign_in_failed`, `limits/sign_in_rate_limited`, `data/workspace_not_found`, `application/precondition_failed`.
     */
    createFirstUser(input: SetupCreateFirstUserInput, options?: CallOptions): Promise<Result<StartedSession>>
    /**
     * Show what the setup can offer: the workspaces that the first user may own, and options for a passkey.
     *
     * Callers: anyone in the browser.
     * Errors: `authentication/sign_in_failed`.
     */
    getState(input: SetupGetStateInput, options?: CallOptions): Promise<Result<SetupGetStateOutput>>
  }
}
