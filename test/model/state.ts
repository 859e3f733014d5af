/**
 * What the service keeps for one workspace, said as plainly as it can be. Nothing is ever taken out of a list, so that a
 * position in it stays good when the model is copied; what is deleted says so.
 */
export interface Model {
  now: number
  readonly workspace: Workspace
  /** The first one holds `*` and is never changed: whoever manages uses it. */
  readonly rootKeys: RootKey[]
  readonly apis: Api[]
  readonly keys: Key[]
  readonly identities: Identity[]
  readonly permissions: Permission[]
  readonly roles: Role[]
  readonly migrations: Migration[]
  readonly namespaces: Namespace[]
  readonly overrides: Override[]
  /** Every token ever taken from a limit. */
  readonly takings: Taking[]
  /** How many verifications count against the quota, by month. */
  readonly verified: Map<string, number>
  /** What must have been recorded, oldest first; stored refills aside, whose time is left open. */
  readonly events: ExpectedEvent[]
  /** Everything that any object was ever called. */
  readonly ids: Set<string>
  /** How many keys were imported, for secrets that nobody had before. */
  imports: number
  readonly operatorKey: string
  /** Root key with `*` of another workspace, which is always enabled. */
  readonly foreignKey: string
}

/** An object whose id may not have been shown yet: then it is "". */
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
  meta: unknown
  ratelimits: readonly Limit[]
  isDeleted: boolean
  readonly createdAt: number
  updatedAt: number | undefined
}

export type Refill =
  | { readonly interval: "daily"; readonly amount: number }
  | { readonly interval: "monthly"; readonly amount: number; readonly refillDay: number }

export interface Credits {
  readonly remaining: number
  readonly refill: Refill | undefined
  /** When this balance was right; a refill instant after it sets another. */
  readonly asOf: number
}

/** What keys spend from. Keys that came from each other by reroll have the same one. */
export interface Balance {
  /** Absent while it is unlimited. */
  credits: Credits | undefined
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
  expires: number | undefined
  identity: Identity | undefined
  /** Absent until credits are set for the first time. */
  balance: Balance | undefined
  ratelimits: readonly Limit[]
  directPermissions: ReadonlySet<Permission>
  roles: ReadonlySet<Role>
  ipAllowlist: readonly string[]
  isDeleted: boolean
  /** Without a trace, so that its hash is free again. */
  isErased: boolean
  readonly createdAt: number
  updatedAt: number | undefined
  /** Every instant at which it was found VALID. */
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
  /** Key, identity or namespace, by its place in the model. */
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

/** The item at a place that was found before. */
export function at<Item>(items: readonly Item[], place: number): Item {
  const item = items[place]
  if (item === undefined) throw new Error(`The model has nothing at place ${place}.`)
  return item
}

export function expectEvent(model: Model, type: string, object: Identified): void {
  model.events.push({ type, object })
}
