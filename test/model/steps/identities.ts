import fc from "fast-check"
import { change, type LimitInput, replaceLimits } from "../change.ts"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import { learn, memberOf } from "../learn.ts"
import { isWithinQuotas, refuseByQuota } from "../quota.ts"
import { showIdentity } from "../show.ts"
import { at, expectEvent, type Identity, isLiveKey, liveOf, type Model } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { externalId, meta, optional, someLimits, someSlugs } from "../values.ts"
import { permissionReferences, resolvePermissions } from "./rbac.ts"

interface Attributes {
  readonly enabled?: boolean
  readonly permissions?: readonly string[]
  readonly meta?: unknown
  readonly ratelimits?: readonly LimitInput[]
}

/** Also for identities that a new key creates. */
export function addIdentity(model: Model, externalId: string, attributes: Attributes): Identity {
  const { enabled = true, meta = {}, permissions = [], ratelimits = [] } = attributes
  const identity: Identity = {
    id: "",
    externalId,
    enabled,
    meta,
    permissions: resolvePermissions(model, permissions),
    ratelimits: replaceLimits([], ratelimits),
    isDeleted: false,
    createdAt: model.now,
    updatedAt: undefined,
  }
  model.identities.push(identity)
  expectEvent(model, "identity.created", identity)
  return identity
}

export function findIdentity({ identities }: Model, externalId: string): Identity | undefined {
  return liveOf(identities).find((identity) => identity.externalId === externalId)
}

export function createIdentity(externalId: string, attributes: Attributes): Intent {
  return {
    plan: (model) =>
      managing(model, "identities.createIdentity", { externalId, ...bodyOf(model, attributes) }, (model, seen) => {
        if (findIdentity(model, externalId) !== undefined) return "409 data/identity_already_exists"
        if (!isWithinQuotas(model, { identities: 1 })) return refuseByQuota(model)
        const identity = addIdentity(model, externalId, attributes)
        learn(model, identity, "id", memberOf(seen, "identityId"))
        return { data: { identityId: identity.id } }
      }),
  }
}

function bodyOf(model: Model, { permissions, ...plain }: Attributes): object {
  return { ...plain, ...(permissions && { permissions: permissionReferences(model, permissions) }) }
}

/** Refers to an identity; to a deleted one by its id only, because another identity may have its externalId now. */
export function identityReference({ id, externalId, isDeleted }: Identity, byId: boolean): string {
  return id !== "" && (byId || isDeleted) ? id : externalId
}

function isNameable(identity: Identity): boolean {
  return !identity.isDeleted || identity.id !== ""
}

function updateIdentity(target: Target, attributes: Attributes, byId: boolean): Intent {
  return {
    plan(model) {
      const place = choose(model.identities, target, isNotDeleted)
      if (place === undefined || !isNameable(at(model.identities, place))) return undefined
      const identity = identityReference(at(model.identities, place), byId)
      return managing(model, "identities.updateIdentity", { identity, ...bodyOf(model, attributes) }, (model, seen) => {
        const identity = at(model.identities, place)
        if (identity.isDeleted) return "404 data/identity_not_found"
        const { enabled = identity.enabled, meta = identity.meta, permissions, ratelimits } = attributes
        const wanted = {
          enabled,
          meta,
          permissions: permissions === undefined ? identity.permissions : resolvePermissions(model, permissions),
          ratelimits: ratelimits === undefined ? identity.ratelimits : replaceLimits(identity.ratelimits, ratelimits),
        }
        change(model, identity, wanted, "identity.updated")
        return { data: showIdentity(model, identity, seen) }
      })
    },
  }
}

type Fate = "keep" | "disable" | "delete"

function deleteIdentity(target: Target, fate: Fate | undefined, byId: boolean): Intent {
  return {
    plan(model) {
      const place = choose(model.identities, target, isNotDeleted)
      if (place === undefined || !isNameable(at(model.identities, place))) return undefined
      const identity = identityReference(at(model.identities, place), byId)
      const body = { identity, ...(fate !== undefined && { keys: fate }) }
      return managing(model, "identities.deleteIdentity", body, (model) => {
        const identity = at(model.identities, place)
        if (identity.isDeleted) return "404 data/identity_not_found"
        const fateOfKeys = fate ?? (identity.enabled ? "keep" : "disable")
        for (const key of model.keys.filter((key) => isLiveKey(key) && key.identity === identity)) {
          if (fateOfKeys === "disable") change(model, key, { enabled: false }, "key.updated")
          if (fateOfKeys === "delete") {
            key.isDeleted = true
            expectEvent(model, "key.deleted", key)
          }
          key.identity = undefined
        }
        identity.isDeleted = true
        expectEvent(model, "identity.deleted", identity)
        return { data: {} }
      })
    },
  }
}

const attributes: fc.Arbitrary<Attributes> = optional<Required<Attributes>>({
  enabled: fc.nat(3).map((number) => number > 0),
  meta,
  permissions: someSlugs,
  ratelimits: someLimits,
})
const fate = fc.constantFrom("keep", "disable", "delete", undefined)

export const identityIntents: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(externalId, attributes).map(([which, wanted]) => createIdentity(which, wanted)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(target, attributes, fc.boolean())
      .map(([which, wanted, by]) => updateIdentity(which, wanted, by)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(target, fate, fc.boolean()).map(([which, keys, by]) => deleteIdentity(which, keys, by)),
  },
)
