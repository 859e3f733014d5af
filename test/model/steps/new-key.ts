import fc from "fast-check"
import { compact } from "../agree.ts"
import { type LimitInput, replaceLimits } from "../change.ts"
import { isNotDeleted } from "../choose.ts"
import { type Api, at, type Balance, type Credits, expectEvent, type Key, type Model, type Refill } from "../state.ts"
import { balance, externalId, lifetime, meta, name, optional, pick, refill, someLimits, someSlugs } from "../values.ts"
import { addIdentity, findIdentity } from "./identities.ts"
import { permissionReferences, resolvePermissions } from "./rbac.ts"

/** The drawn attributes of a new key, created or imported. */
export interface Attributes {
  readonly name?: string
  readonly externalId?: string
  readonly meta?: unknown
  /** Numbers that choose among the roles that exist. */
  readonly roles?: readonly number[]
  readonly permissions?: readonly string[]
  readonly lifetime?: number
  readonly credits?: { readonly remaining: number | null; readonly refill?: Refill }
  readonly ratelimits?: readonly LimitInput[]
  readonly enabled?: boolean
  readonly scoped?: boolean
}

const credits = fc.oneof(
  fc.record({ remaining: balance, refill }, { requiredKeys: ["remaining"] }),
  fc.constant({ remaining: null }),
)

export const rolePicks = fc.array(pick, { maxLength: 2 })

export const attributes: fc.Arbitrary<Attributes> = optional<Required<Attributes>>({
  name,
  externalId,
  meta,
  roles: rolePicks,
  permissions: someSlugs,
  lifetime,
  credits,
  ratelimits: someLimits,
  enabled: fc.nat(5).map((number) => number > 0),
  scoped: fc.boolean(),
})

/** Drawn attributes, resolved against a model: the request, and the positions of its objects. */
export interface Wanted {
  readonly members: Readonly<Record<string, unknown>>
  readonly attributes: Attributes
  readonly expires: number | undefined
  readonly rolePlaces: readonly number[]
}

export function wantedIn(model: Model, attributes: Attributes): Wanted {
  const { lifetime, roles, permissions, ...plain } = attributes
  const expires = lifetime === undefined ? undefined : model.now + lifetime
  const rolePlaces = placesOfRoles(model, roles ?? [])
  const members = compact({
    ...plain,
    expires,
    roles: roles && rolePlaces.map((place, index) => roleReference(model, place, index)),
    permissions: permissions && permissionReferences(model, permissions),
  })
  return { members, attributes, expires, rolePlaces }
}

export function placesOfRoles({ roles }: Model, picks: readonly number[]): readonly number[] {
  const live = [...roles.keys()].filter((place) => isNotDeleted(at(roles, place)))
  return picks.flatMap((pick) => live[pick % live.length] ?? [])
}

/** Alternates between name and id. */
export function roleReference({ roles }: Model, place: number, index: number): string {
  const { name, id } = at(roles, place)
  return index % 2 === 0 ? name : id
}

type Made = Pick<Key, "text" | "longToken" | "migration" | "origin" | "prefix" | "start" | "ipAllowlist">

/** Adds a key to the model, with the identity and permissions that it creates. */
export function addKey(model: Model, api: Api, { wanted, made }: { wanted: Wanted; made: Made }): Key {
  const { attributes, expires, rolePlaces } = wanted
  const { externalId, credits } = attributes
  const identity =
    externalId === undefined ? undefined : (findIdentity(model, externalId) ?? addIdentity(model, externalId, {}))
  const key: Key = {
    ...made,
    id: "",
    api,
    name: attributes.name,
    meta: attributes.meta ?? {},
    enabled: attributes.enabled ?? true,
    scoped: attributes.scoped ?? false,
    expires,
    identity,
    balance: newBalance(credits && newCredits(credits.remaining, credits.refill, model.now)),
    ratelimits: replaceLimits([], attributes.ratelimits ?? []),
    directPermissions: resolvePermissions(model, attributes.permissions ?? []),
    roles: new Set(rolePlaces.map((place) => at(model.roles, place))),
    isDeleted: false,
    isErased: false,
    createdAt: model.now,
    updatedAt: undefined,
    usedAt: [],
  }
  model.keys.push(key)
  expectEvent(model, "key.created", key)
  return key
}

/** The number of identities that these keys would create. */
export function newIdentities(model: Model, keys: readonly Pick<Attributes, "externalId">[]): number {
  const unknown = keys.flatMap(({ externalId }) =>
    externalId === undefined || findIdentity(model, externalId) !== undefined ? [] : [externalId],
  )
  return new Set(unknown).size
}

export function newCredits(remaining: number | null, refill: Refill | undefined, now: number): Credits | undefined {
  return remaining === null ? undefined : { remaining, refill, asOf: now }
}

export function newBalance(credits: Credits | undefined): Balance | undefined {
  return credits && { credits, generation: 0, reserved: 0 }
}
