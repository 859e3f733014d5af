import type { Funds, Quota } from "./funds.ts"
import type { Reservation } from "./reservations.ts"

/**
 * The state of one workspace, in its simplest form. Lists never shrink, so that positions stay valid when the model is copied;
 * deleted objects have a mark.
 */
export interface Model {
  now: number
  readonly workspace: Workspace
  /** The first root key has the permission `*`, never changes, and makes the management calls. */
  readonly rootKeys: RootKey[]
  readonly apis: Api[]
  readonly keys: Key[]
  readonly identities: Identity[]
  readonly plans: Plan[]
  readonly permissions: Permission[]
  readonly roles: Role[]
  readonly migrations: Migration[]
  readonly namespaces: Namespace[]
  readonly overrides: Override[]
  readonly reservations: Reservation[]
  /** All tokens that were ever taken from limits. */
  readonly takings: Taking[]
  /** Verifications that count against the quota, by month. */
  readonly verified: Map<string, number>
  /** The expected events, oldest first, without stored refills, whose time is open. */
  readonly events: ExpectedEvent[]
  /** All ids that were ever shown. */
  readonly ids: Set<string>
  /** Number of imported keys, for unique secrets. */
  imports: number
  readonly operatorKey: string
  /** Root key with the permission `*` in another workspace, which is always enabled. */
  readonly foreignKey: string
}

/** An object; its id is "" until a response shows it. */
export interface Identified {
  id: string
}

export interface Workspace extends Identified {
  readonly name: string
  state: "enabled" | "disabled" | "deleted"
  reason: string | undefined
  disabledAt: number | undefined
  limits: WorkspaceLimits
  readonly createdAt: number
  updatedAt: number | undefined
}

export interface WorkspaceLimits {
  readonly keys: number | null
  readonly identities: number | null
  readonly verificationsPerMonth: number | null
  readonly onExceeded: "reject" | "disable"
}

export interface RootKey extends Identified {
  readonly secret: string
  grants: readonly string[]
  enabled: boolean
  expires: number | undefined
  isDeleted: boolean
  readonly createdAt: number
  updatedAt: number | undefined
}

export interface Api extends Identified {
  readonly name: string
  defaultPrefix: string | undefined
  deleteProtection: boolean
  ipAllowlist: readonly string[]
  isDeleted: boolean
  readonly createdAt: number
  updatedAt: number | undefined
}

export interface Limit extends Identified {
  readonly name: string
  readonly limit: number
  readonly duration: number
  readonly autoApply: boolean
}

export interface Identity extends Identified {
  readonly externalId: string
  enabled: boolean
  meta: unknown
  permissions: ReadonlySet<Permission>
  ratelimits: readonly Limit[]
  /** Its own plan, as it was set. */
  plan: Plan | undefined
  planChange: PlanChange | undefined
  funds: Funds
  /** Operation and value of each reference. */
  references: Readonly<Record<string, string>>
  isDeleted: boolean
  readonly createdAt: number
  updatedAt: number | undefined
}

export interface Plan extends Identified {
  name: string
  meta: unknown
  permissions: ReadonlySet<Permission>
  /** Counted for each identity. */
  ratelimits: readonly Limit[]
  quota: Quota | undefined
  /** Most unexpired keys of each identity. */
  maxKeys: number | undefined
  isDefault: boolean
  isDeleted: boolean
  readonly createdAt: number
  updatedAt: number | undefined
}

export interface PlanChange {
  readonly plan: Plan | undefined
  readonly at: number
}

export type Refill =
  | { readonly interval: "daily"; readonly amount: number }
  | { readonly interval: "monthly"; readonly amount: number; readonly refillDay: number }

export interface Credits {
  readonly remaining: number
  readonly refill: Refill | undefined
  /** The time of this balance; a later refill instant changes it. */
  readonly asOf: number
}

/** The balance of a key. A rerolled key shares it with the keys before it. */
export interface Balance {
  /** Absent while credits are unlimited. */
  credits: Credits | undefined
  /** Raised when credits are set or refilled. What was reserved before does not come back. */
  generation: number
  reserved: number
}

export interface Key extends Identified {
  readonly api: Api
  /** The whole plaintext; undefined for an imported key that is known by its long token until it is adopted. */
  text: string | undefined
  readonly longToken: string | undefined
  readonly migration: Migration | undefined
  readonly origin: "minted" | "imported"
  readonly prefix: string | undefined
  start: string
  name: string | undefined
  meta: unknown
  enabled: boolean
  scoped: boolean
  expires: number | undefined
  identity: Identity | undefined
  /** Absent until credits are set for the first time. */
  balance: Balance | undefined
  ratelimits: readonly Limit[]
  directPermissions: ReadonlySet<Permission>
  roles: ReadonlySet<Role>
  ipAllowlist: readonly string[]
  isDeleted: boolean
  /** Deleted with `permanent`, so that its hash may be imported again. */
  isErased: boolean
  readonly createdAt: number
  updatedAt: number | undefined
  /** Every instant at which a verification returned VALID. */
  readonly usedAt: number[]
}

export interface Permission extends Identified {
  readonly slug: string
  name: string
  isDeleted: boolean
}

export interface Role extends Identified {
  name: string
  permissions: ReadonlySet<Permission>
  isDeleted: boolean
}

export interface Migration extends Identified {
  readonly algorithm: "sha256" | "prefixed_api_key"
  readonly createdAt: number
}

export interface Namespace extends Identified {
  readonly name: string
  isDeleted: boolean
  readonly createdAt: number
}

export interface Override extends Identified {
  readonly namespace: Namespace
  readonly identifier: string
  limit: number
  duration: number
  isDeleted: boolean
}

export interface Taking {
  /** Key, identity or namespace, by its position in the model. */
  readonly subject: string
  readonly name: string
  readonly duration: number
  readonly cell: number
  readonly cost: number
}

export interface ExpectedEvent {
  readonly type: string
  readonly object: Identified
}

export function isLiveKey({ isDeleted, api }: Key): boolean {
  return !isDeleted && !api.isDeleted
}

export function isExpired(expires: number | undefined, now: number): boolean {
  return expires !== undefined && now >= expires
}

export function liveOf<Item extends { readonly isDeleted: boolean }>(items: readonly Item[]): Item[] {
  return items.filter(({ isDeleted }) => !isDeleted)
}

/** The item at a known position. */
export function at<Item>(items: readonly Item[], place: number): Item {
  const item = items[place]
  if (item === undefined) throw new Error(`The model has nothing at place ${place}.`)
  return item
}

export function expectEvent(model: Model, type: string, object: Identified): void {
  model.events.push({ type, object })
}
