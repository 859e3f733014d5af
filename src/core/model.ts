import type { EventType, ResourceType } from "../contract/event.ts"
import type { HashAlgorithm } from "../contract/migration.ts"
import type { Meta } from "../contract/primitives.ts"
import type { DisableReason, Limits } from "../contract/workspace.ts"
import type { Refill } from "./credits.ts"

/** What Keyward keeps, as plain data. null means "has none"; what is deleted is never handed out. */

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly disabledReason: DisableReason | null
  readonly disabledNote: string | null
  readonly disabledAt: number | null
  readonly limits: Limits
  readonly createdAt: number
  readonly updatedAt: number | null
}

export interface RootKey {
  readonly id: string
  readonly workspaceId: string
  readonly hash: string
  readonly start: string
  readonly name: string | null
  readonly enabled: boolean
  readonly permissions: readonly string[]
  readonly expires: number | null
  readonly createdAt: number
  readonly updatedAt: number | null
  readonly lastUsedAt: number | null
}

export interface Api {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly defaultPrefix: string | null
  readonly defaultBytes: number | null
  readonly deleteProtection: boolean
  readonly ipAllowlist: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number | null
}

export interface Ratelimit {
  readonly id: string
  readonly name: string
  readonly limit: number
  readonly duration: number
  readonly autoApply: boolean
}

export interface Identity {
  readonly id: string
  readonly workspaceId: string
  readonly externalId: string
  readonly meta: Meta
  readonly ratelimits: readonly Ratelimit[]
  readonly createdAt: number
  readonly updatedAt: number | null
}

export interface Credits {
  readonly remaining: number
  readonly refill: Refill | null
  /** The next instant at which the balance is set to the refill's amount; null without a refill. */
  readonly refillAt: number | null
}

/** What keys spend from: one key, or all the keys that came from each other by reroll. */
export interface Balance {
  readonly id: string
  /** null means unlimited, until credits are set again. */
  readonly credits: Credits | null
}

export interface Key {
  readonly id: string
  readonly workspaceId: string
  readonly apiId: string
  readonly identityId: string | null
  /** SHA-256 of the plaintext in base64; of the long token alone until an imported prefixed key is adopted. */
  readonly hash: string
  readonly algorithm: HashAlgorithm
  readonly migrationId: string | null
  /** Brought by its hash, which another workspace may have too; false where this installation minted it. */
  readonly imported: boolean
  readonly start: string
  /** null where nothing but the hash was imported: its prefix and length are not known. */
  readonly prefix: string | null
  readonly byteLength: number | null
  readonly name: string | null
  readonly meta: Meta
  readonly enabled: boolean
  readonly expires: number | null
  /** The plaintext under AES-256-GCM, for recoverable keys only. */
  readonly ciphertext: string | null
  readonly ipAllowlist: readonly string[]
  /** null for a key that never had credits, which is unlimited. Once a key has a balance, it keeps it. */
  readonly balance: Balance | null
  readonly createdAt: number
  readonly updatedAt: number | null
  readonly lastUsedAt: number | null
}

/** A key with everything that hangs on it. */
export interface KeyDetails extends Key {
  readonly identity: Identity | null
  readonly ratelimits: readonly Ratelimit[]
  /** Ascending by slug: those attached to the key itself. */
  readonly directPermissions: readonly Permission[]
  /** Ascending by name. */
  readonly roles: readonly Role[]
}

export interface Permission {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
}

export interface Role {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** Ascending by slug. */
  readonly permissions: readonly Permission[]
}

export interface Namespace {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

export interface Override {
  readonly id: string
  readonly identifier: string
  readonly limit: number
  readonly duration: number
  readonly createdAt: number
}

export interface Migration {
  readonly id: string
  readonly name: string | null
  readonly algorithm: HashAlgorithm
  readonly createdAt: number
}

export type Actor =
  | { readonly type: "operator"; readonly id: "operator" }
  | { readonly type: "root_key" | "api_key"; readonly id: string }
  | { readonly type: "system"; readonly id: "quota" | "refill" | "import" }

export interface Resource {
  readonly type: ResourceType
  readonly id: string
}

/** What an event says about its object. */
export interface Changes {
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

export interface Event {
  readonly id: string
  readonly type: EventType
  readonly time: number
  readonly actor: Actor
  readonly workspaceId: string
  /** The changed object first. */
  readonly resources: readonly Resource[]
  readonly requestId: string | null
  readonly changes: Changes
}
