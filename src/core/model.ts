import type { DisableReason } from "../contract/disable-reasons.ts"
import type { EventType, ResourceType } from "../contract/event-types.ts"
import type { HashAlgorithm } from "../contract/migration.ts"
import type { Meta } from "../contract/primitives.ts"
import type { Limits, NoticeSettings } from "../contract/workspace.ts"
import type { Credits } from "./credits.ts"
import type { Holds } from "./holds.ts"
import type { IdentityBalance, Quota } from "./quota.ts"
import type { Threshold } from "./threshold.ts"

/** Stored objects as plain data. null means "not set"; deleted objects are never returned. */

/** What the ids of each kind of object start with. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly disabledReason: DisableReason | null
  readonly disabledNote: string | null
  readonly disabledAt: number | null
  readonly limits: Limits
  readonly notices: NoticeSettings
  readonly createdAt: number
  readonly updatedAt: number | null
}

/** An object of a workspace that can change. */
interface Changeable {
  readonly id: string
  readonly workspaceId: string
  readonly createdAt: number
  readonly updatedAt: number | null
}

/** The common part of root keys and API keys. */
interface AnyKey extends Changeable {
  readonly start: string
  readonly name: string | null
  readonly enabled: boolean
  readonly expires: number | null
  readonly lastUsedAt: number | null
}

export interface RootKey extends AnyKey {
  readonly hash: string
  readonly permissions: readonly string[]
  /** The user who created it, even if that user was deleted; null if no user did. */
  readonly createdBy: string | null
}

export interface Api extends Changeable {
  readonly name: string
  readonly defaultPrefix: string | null
  readonly defaultBytes: number | null
  readonly deleteProtection: boolean
  readonly ipAllowlist: readonly string[]
}

export interface Ratelimit {
  readonly id: string
  readonly name: string
  readonly limit: number
  readonly duration: number
  readonly autoApply: boolean
}

/** What many identities get. It applies by reference: a change reaches all of them. */
export interface Plan extends Changeable {
  readonly name: string
  readonly description: string | null
  readonly meta: Meta
  /** Every key of its identities holds them, unless it is scoped. Sorted by slug. */
  readonly permissions: readonly Permission[]
  /** Counted for each identity. */
  readonly ratelimits: readonly Ratelimit[]
  /** How many unexpired keys each identity may have; null means any number. */
  readonly maxKeys: number | null
  /** What each identity may use per period, unless it has a quota of its own. */
  readonly quota: Quota | null
  /** The plan of every identity without a plan of its own. A workspace has one at most. */
  readonly isDefault: boolean
}

/** From `at` on, the identity has this plan. null: no plan of its own. */
export interface PlanChange {
  readonly plan: Plan | null
  readonly at: number
}

export interface Identity extends Changeable {
  readonly externalId: string
  /** False disables all keys of the identity. */
  readonly enabled: boolean
  readonly meta: Meta
  /** Every key of the identity holds them, unless it is scoped. Sorted by slug. */
  readonly permissions: readonly Permission[]
  readonly ratelimits: readonly Ratelimit[]
  /** As stored: a due change of plan may be missing (see core/plans.ts). */
  readonly plan: Plan | null
  readonly planChange: PlanChange | null
  /** Of the workspace. It applies while the identity has no plan of its own. */
  readonly defaultPlan: Plan | null
  /** First day of monthly periods, 1 to 31. */
  readonly billingDay: number
  readonly quota: Quota | null
  /** null until the identity has credits or a quota. */
  readonly balance: IdentityBalance | null
}

/** The credits that keys spend. A rerolled key shares the balance of the key that it replaces. */
export interface Balance {
  readonly id: string
  /** null means unlimited, until credits are set again. */
  readonly credits: Credits | null
  /** Absent if nothing was ever reserved. */
  readonly holds?: Holds | undefined
  /** Absent if it has none and was not filled since thresholds exist. */
  readonly threshold?: Threshold | undefined
}

export interface Key extends AnyKey {
  readonly apiId: string
  readonly identityId: string | null
  /** Base64 SHA-256 of the plaintext. For an imported prefixed key, of the long token until the first verification. */
  readonly hash: string
  readonly algorithm: HashAlgorithm
  readonly migrationId: string | null
  /** True if the key was imported by its hash, which may also exist in another workspace. */
  readonly imported: boolean
  /** null if only the hash was imported, because prefix and length are unknown. */
  readonly prefix: string | null
  readonly byteLength: number | null
  /** True if the key holds only those of its permissions that its identity or plan has too. */
  readonly scoped: boolean
  readonly meta: Meta
  /** The plaintext encrypted with AES-256-GCM, for recoverable keys only. */
  readonly ciphertext: string | null
  readonly ipAllowlist: readonly string[]
  /** null for a key that never had credits and is therefore unlimited. A balance, once created, stays. */
  readonly balance: Balance | null
  /** When the newest of its previous secrets expires; null for a key that was never rotated. */
  readonly previousExpires: number | null
  /** The last use of a previous secret, possibly before the latest rotation. */
  readonly previousLastUsedAt: number | null
}

/** What a rotation replaces. The other fields of a key stay. */
export type Secret = Pick<Key, "hash" | "imported" | "start" | "prefix" | "byteLength" | "ciphertext">

/** A secret that a rotation has replaced, or that a cancelled rotation had created. */
export interface PreviousSecret extends Secret {
  /** When the rotation began. */
  readonly startedAt: number
  /** 0 if it was ended before its time. */
  readonly expires: number
}

/** A key with its identity, rate limits, permissions, roles and previous secrets. */
export interface KeyDetails extends Key {
  /** Those that a verification recognizes, newest first: at most two, and at most one of them has not expired. */
  readonly previousSecrets: readonly PreviousSecret[]
  readonly identity: Identity | null
  readonly ratelimits: readonly Ratelimit[]
  /** Permissions of the key itself, sorted by slug. */
  readonly directPermissions: readonly Permission[]
  /** Sorted by name. */
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
  /** Sorted by slug. */
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
  | ({ readonly type: "operator"; readonly id: "operator" } & MaySignIn)
  | ({ readonly type: "root_key"; readonly id: string } & MaySignIn)
  | { readonly type: "api_key"; readonly id: string }
  | { readonly type: "user"; readonly id: string; readonly name: string; readonly sessionId: string }
  /** A customer in the portal. */
  | { readonly type: "identity"; readonly id: string; readonly name?: string; readonly sessionId: string }
  | { readonly type: "system"; readonly id: SystemActorId }

type SystemActorId = "quota" | "refill" | "import" | "sign_in" | "delivery" | "notice"

/** A key that was used to sign in acts through a session. */
interface MaySignIn {
  readonly sessionId?: string
}

export interface Resource {
  readonly type: ResourceType
  readonly id: string
}

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
  /** The changed object comes first. */
  readonly resources: readonly Resource[]
  readonly requestId: string | null
  readonly changes: Changes
}
