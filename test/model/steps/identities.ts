import fc from "fast-check"
import { compact } from "../agree.ts"
import { apply, change, differs, type LimitInput, replaceLimits } from "../change.ts"
import { choose, isNotDeleted, type Target, target } from "../choose.ts"
import { type Funds, type FundsPatch, isMetered, lowAtOf, noFunds, patchFunds, showFunds } from "../funds.ts"
import { learn, memberOf } from "../learn.ts"
import { fundsOf, type PlanPatch, patchPlans, planOf, plansAt } from "../plans.ts"
import { isWithinQuotas, refuseByQuota } from "../quota.ts"
import { showIdentity } from "../show.ts"
import { at, expectEvent, type Identity, isLiveKey, liveOf, type Model } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import { externalId, meta, optional, pick, quota, someLimits, someSlugs } from "../values.ts"
import { permissionReferences, resolvePermissions } from "./rbac.ts"

interface Attributes {
  readonly enabled?: boolean
  readonly permissions?: readonly string[]
  readonly meta?: unknown
  readonly ratelimits?: readonly LimitInput[]
  readonly funds?: FundsPatch
  readonly plans?: PlanPicks
}

/** Numbers that choose among the plans; null: the default plan. */
interface PlanPicks {
  readonly plan?: number | null
  readonly planChange?: { readonly plan: number | null; readonly ahead: number } | null
}

type Plans = Pick<Identity, "plan" | "planChange">
const noPlans: Plans = { plan: undefined, planChange: undefined }

/** Also for identities that a new key creates. */
export function addIdentity(
  model: Model,
  externalId: string,
  attributes: Omit<Attributes, "plans"> & { readonly plans?: Plans },
): Identity {
  const { enabled = true, meta = {}, permissions = [], ratelimits = [], funds = {}, plans = noPlans } = attributes
  const inherited = planOf(model, plans)?.quota
  const identity: Identity = {
    ...plans,
    id: "",
    externalId,
    enabled,
    meta,
    permissions: resolvePermissions(model, permissions),
    ratelimits: replaceLimits([], ratelimits),
    funds: patchFunds(noFunds, funds, { now: model.now, inherited }) ?? noFunds,
    references: {},
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
    plan(model) {
      const patch = planPatch(model, attributes.plans)
      const body = { externalId, ...bodyOf(model, attributes), ...planFields(model, patch) }
      return managing(model, "identities.createIdentity", body, (model, seen) => {
        if (findIdentity(model, externalId) !== undefined) return "409 data/identity_already_exists"
        const plans = patchPlans(model, noPlans, patch)
        if (plans === undefined) return noPlan
        if (!isWithinQuotas(model, { identities: 1 })) return refuseByQuota(model)
        const inherited = planOf(model, plans)?.quota
        if (patchFunds(noFunds, attributes.funds ?? {}, { now: model.now, inherited }) === undefined) return noQuota
        const identity = addIdentity(model, externalId, { ...attributes, plans })
        learn(model, identity, "id", memberOf(seen, "identityId"))
        return { data: { identityId: identity.id } }
      })
    },
  }
}

const noQuota = "400 application/invalid_input"
const noPlan = "404 data/plan_not_found"

/** The positions of the plans that the numbers choose. */
function planPatch({ plans, now }: Model, { plan, planChange }: PlanPicks = {}): PlanPatch {
  const placeOf = (number: number | null) => (number === null || plans.length === 0 ? null : number % plans.length)
  return {
    ...(plan !== undefined && { plan: placeOf(plan) }),
    ...(planChange !== undefined && {
      planChange: planChange && { plan: placeOf(planChange.plan), at: now + planChange.ahead },
    }),
  }
}

/** The same as fields of a request. */
function planFields({ plans }: Model, { plan, planChange }: PlanPatch): object {
  const idOf = (place: number | null) => (place === null ? null : at(plans, place).id)
  return {
    ...(plan !== undefined && { plan: idOf(plan) }),
    ...(planChange !== undefined && { planChange: planChange && { plan: idOf(planChange.plan), at: planChange.at } }),
  }
}

function bodyOf(model: Model, { permissions, funds, plans: _plans, ...plain }: Attributes): object {
  return { ...plain, ...funds, ...(permissions && { permissions: permissionReferences(model, permissions) }) }
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
    concerns: "identity",
    plan(model) {
      const place = choose(model.identities, target, isNotDeleted)
      if (place === undefined || !isNameable(at(model.identities, place))) return undefined
      const identity = identityReference(at(model.identities, place), byId)
      const patch = planPatch(model, attributes.plans)
      const body = { identity, ...bodyOf(model, attributes), ...planFields(model, patch) }
      return managing(model, "identities.updateIdentity", body, (model, seen) => {
        const identity = at(model.identities, place)
        if (identity.isDeleted) return "404 data/identity_not_found"
        const { enabled = identity.enabled, meta = identity.meta, permissions, ratelimits } = attributes
        const plans = patchPlans(model, identity, patch)
        if (plans === undefined) return noPlan
        const inherited = planOf(model, plans)?.quota
        const funds = patchFunds(identity.funds, attributes.funds ?? {}, { now: model.now, inherited })
        if (funds === undefined) return noQuota
        const shownOf = (owner: Funds) => showFunds({ ...owner, quota: owner.quota ?? inherited }, model.now)
        const isShownAlike = Bun.deepEquals(
          [funds.quota, shownOf(funds)],
          [identity.funds.quota, shownOf(identity.funds)],
        )
        const wanted = {
          enabled,
          meta,
          permissions: permissions === undefined ? identity.permissions : resolvePermissions(model, permissions),
          ratelimits: ratelimits === undefined ? identity.ratelimits : replaceLimits(identity.ratelimits, ratelimits),
        }
        Object.assign(identity, plansAt(identity, model.now))
        if (!isShownAlike || differs(identity, { ...wanted, ...plans })) {
          apply(model, identity, { ...wanted, ...plans, funds }, "identity.updated")
        } else identity.funds = funds
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
        const hasPlan = planOf(model, identity) !== undefined
        const restrictsKeys = !identity.enabled || hasPlan || isMetered(fundsOf(model, identity))
        const fateOfKeys = fate ?? (restrictsKeys ? "disable" : "keep")
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

type CreditChange =
  | { readonly operation: "increment" | "decrement"; readonly value: number }
  | { readonly operation: "set"; readonly value: number | null }

interface TopUp {
  readonly change: CreditChange
  readonly reference: string | undefined
}

/** docs/contract.md#147-identitiesupdatecredits: a reference counts once. */
function updateCredits(target: Target, { change, reference }: TopUp, byId: boolean): Intent {
  return {
    concerns: "identity",
    plan(model) {
      const place = choose(model.identities, target, isNotDeleted)
      if (place === undefined || !isNameable(at(model.identities, place))) return undefined
      const identity = identityReference(at(model.identities, place), byId)
      const body = { identity, ...change, ...(reference !== undefined && { reference }) }
      return managing(model, "identities.updateCredits", body, (model) => {
        const identity = at(model.identities, place)
        if (identity.isDeleted) return "404 data/identity_not_found"
        const { funds, references } = identity
        const remaining = funds.credits ?? null
        const known = reference === undefined ? undefined : references[reference]
        const wanted = JSON.stringify(change)
        if (known === wanted) return { data: compact({ remaining, lowAt: funds.lowAt, repeated: true }) }
        if (known !== undefined) return "409 data/reference_already_used"
        const credits = creditsAfter(remaining, change)
        if (credits === "none") return "400 application/invalid_input"
        const isOverwritten = change.operation === "set" && funds.reserved > 0
        const lowAt = change.operation === "decrement" ? funds.lowAt : lowAtOf(credits ?? undefined)
        const isOther = credits !== remaining || lowAt !== funds.lowAt || isOverwritten || reference !== undefined
        const overwritten = isOverwritten ? { generation: funds.generation + 1, reserved: 0 } : {}
        if (reference !== undefined) identity.references = { ...references, [reference]: wanted }
        if (isOther) {
          const after = { ...funds, credits: credits ?? undefined, lowAt, ...overwritten }
          apply(model, identity, { funds: after }, "identity.updated")
        }
        return { data: compact({ remaining: credits, lowAt, repeated: false }) }
      })
    },
  }
}

function creditsAfter(remaining: number | null, { operation, value }: CreditChange): number | null | "none" {
  if (operation === "set") return value
  if (operation === "increment") return (remaining ?? 0) + value
  return remaining === null ? "none" : Math.max(0, remaining - value)
}

const funds: fc.Arbitrary<FundsPatch> = optional<Required<FundsPatch>>({
  billingDay: fc.constantFrom(1, 2, 15, 28, 31),
  quota: fc.oneof({ weight: 4, arbitrary: quota }, { weight: 1, arbitrary: fc.constant(null) }),
  used: fc.nat(8),
  credits: fc.oneof(
    { weight: 3, arbitrary: fc.nat(8).map((remaining) => ({ remaining })) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
})
const planPick = fc.oneof({ weight: 3, arbitrary: pick }, { weight: 1, arbitrary: fc.constant(null) })
const plans: fc.Arbitrary<PlanPicks> = optional<Required<PlanPicks>>({
  plan: planPick,
  planChange: fc.option(fc.record({ plan: planPick, ahead: fc.constantFrom(-1, 0, 1, 700, 10_000, 86_400_000) }), {
    freq: 3,
  }),
})
const creditChange: fc.Arbitrary<CreditChange> = fc.oneof(
  fc.record({
    operation: fc.constantFrom("increment" as const, "decrement" as const),
    value: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ operation: fc.constant("set" as const), value: fc.oneof(fc.constant(null), fc.nat(8)) }),
)
const topUp: fc.Arbitrary<TopUp> = fc.record({
  change: creditChange,
  reference: fc.constantFrom("pi_1", "pi_2", undefined, undefined),
})

const attributes: fc.Arbitrary<Attributes> = optional<Required<Attributes>>({
  enabled: fc.nat(3).map((number) => number > 0),
  meta,
  permissions: someSlugs,
  ratelimits: someLimits,
  funds,
  plans,
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
    weight: 3,
    arbitrary: fc.tuple(target, topUp, fc.boolean()).map(([which, wanted, by]) => updateCredits(which, wanted, by)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(target, fate, fc.boolean()).map(([which, keys, by]) => deleteIdentity(which, keys, by)),
  },
)
