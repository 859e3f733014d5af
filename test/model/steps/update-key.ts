import fc from "fast-check"
import { apply, differs, replaceLimits } from "../change.ts"
import { choose, type Target, target } from "../choose.ts"
import { hasRoomInPlans, isWithinQuotas, noRoomInPlan, refuseByQuota } from "../quota.ts"
import { creditsOf } from "../refill.ts"
import { showCredits } from "../show.ts"
import { at, type Credits, isExpired, isLiveKey, type Key, type Model, type Refill } from "../state.ts"
import { type Intent, managing } from "../step.ts"
import {
  balance,
  externalId,
  lifetime,
  meta,
  name,
  optional,
  pick,
  refill,
  someLimits,
  someNetworks,
  someSlugs,
} from "../values.ts"
import { addIdentity, findIdentity } from "./identities.ts"
import { type Attributes, newBalance, newCredits, newIdentities, rolePicks, wantedIn } from "./new-key.ts"
import { resolvePermissions } from "./rbac.ts"

interface CreditsPatch {
  readonly remaining?: number | null
  readonly refill?: Refill | null
}

type Plain = Pick<Attributes, "roles" | "permissions" | "ratelimits" | "enabled" | "scoped">

/** An absent field keeps the value, null removes it, a list replaces it. */
interface Patch extends Plain {
  readonly name?: string | null
  readonly externalId?: string | null
  readonly meta?: unknown
  readonly lifetime?: number | null
  readonly credits?: CreditsPatch | null
  readonly ipAllowlist?: readonly string[] | null
}

function updateKey(target: Target, patch: Patch): Intent {
  return {
    concerns: patch.credits === undefined ? undefined : "credits",
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      const { name, externalId, lifetime, credits, ipAllowlist, meta, ...plain } = patch
      const { members, rolePlaces } = wantedIn(model, plain)
      const expires = typeof lifetime === "number" ? model.now + lifetime : lifetime
      const body = {
        keyId: at(model.keys, place).id,
        ...members,
        ...(name !== undefined && { name }),
        ...(externalId !== undefined && { externalId }),
        ...(meta !== undefined && { meta }),
        ...(expires !== undefined && { expires }),
        ...(credits !== undefined && { credits }),
        ...(ipAllowlist !== undefined && { ipAllowlist }),
      }
      return managing(model, "keys.updateKey", body, (model) => {
        const key = at(model.keys, place)
        if (!isLiveKey(key)) return "404 data/key_not_found"
        const before = creditsOf(key, model.now)
        const changed = credits === undefined ? before : patched(before, credits, model.now)
        if (changed === "refill of an unlimited key") return "400 application/invalid_input"
        const end = expires === undefined ? key.expires : (expires ?? undefined)
        const identities = typeof externalId === "string" ? newIdentities(model, [{ externalId }]) : 0
        const revived = isExpired(key.expires, model.now) ? [{ expires: end }] : []
        if (!isWithinQuotas(model, { keys: revived, identities })) return refuseByQuota(model)
        const owner = externalId === undefined ? key.identity?.externalId : (externalId ?? undefined)
        const isGained = revived.length > 0 || owner !== key.identity?.externalId
        if (isGained && !hasRoomInPlans(model, [{ externalId: owner, expires: end }])) return noRoomInPlan
        const wanted: Partial<Key> = {
          name: name === undefined ? key.name : (name ?? undefined),
          meta: meta === undefined ? key.meta : (meta ?? {}),
          expires: end,
          enabled: plain.enabled ?? key.enabled,
          scoped: plain.scoped ?? key.scoped,
          ipAllowlist: ipAllowlist === undefined ? key.ipAllowlist : (ipAllowlist ?? []),
          ratelimits: plain.ratelimits ? replaceLimits(key.ratelimits, plain.ratelimits) : key.ratelimits,
          roles: plain.roles ? new Set(rolePlaces.map((role) => at(model.roles, role))) : key.roles,
          directPermissions: plain.permissions ? resolvePermissions(model, plain.permissions) : key.directPermissions,
          identity: externalId === undefined ? key.identity : ownerAfter(model, externalId),
        }
        const isSet = credits === null || credits?.remaining !== undefined
        const isOther = setCredits(key, { before, after: changed, isSet })
        if (isOther || differs(key, wanted)) apply(model, key, wanted, "key.updated")
        return { data: {} }
      })
    },
  }
}

/** Sets the balance of every key that shares it; a key without one gets a new one. Returns whether anything changed. */
function setCredits(key: Key, { before, after, isSet }: CreditsChange): boolean {
  const { balance } = key
  if (balance === undefined) key.balance = newBalance(after)
  else {
    const hadReserved = isSet && balance.reserved > 0
    balance.credits = after
    if (hadReserved) Object.assign(balance, { generation: balance.generation + 1, reserved: 0 })
    return before !== after || hadReserved
  }
  return before !== after
}

interface CreditsChange {
  readonly before: Credits | undefined
  readonly after: Credits | undefined
  /** Replaces what remained, and what was reserved of it. */
  readonly isSet: boolean
}

function ownerAfter(model: Model, externalId: string | null) {
  if (externalId === null) return undefined
  return findIdentity(model, externalId) ?? addIdentity(model, externalId, {})
}

/** docs/contract.md#135-keysupdatekey and docs/contract.md#21-credits-and-refill. */
function patched(credits: Credits | undefined, patch: CreditsPatch | null, now: number) {
  const { remaining = credits?.remaining ?? null, refill } = patch ?? { remaining: null }
  if (remaining === null) return refill ? ("refill of an unlimited key" as const) : undefined
  return unlessSame(credits, newCredits(remaining, refill === undefined ? credits?.refill : (refill ?? undefined), now))
}

/** A newer time of the same balance is no change. */
function unlessSame(before: Credits | undefined, after: Credits | undefined): Credits | undefined {
  const isSame = before?.remaining === after?.remaining && Bun.deepEquals(before?.refill, after?.refill, true)
  return isSame && before !== undefined ? before : after
}

type Adjustment =
  | { readonly operation: "set"; readonly value?: number | null }
  | { readonly operation: "increment" | "decrement"; readonly value: number }

function updateCredits(target: Target, adjustment: Adjustment): Intent {
  return {
    concerns: "credits",
    plan(model) {
      const place = choose(model.keys, target, isLiveKey)
      if (place === undefined) return undefined
      const body = { keyId: at(model.keys, place).id, ...adjustment }
      return managing(model, "keys.updateCredits", body, (model) => {
        const key = at(model.keys, place)
        if (!isLiveKey(key)) return "404 data/key_not_found"
        const before = creditsOf(key, model.now)
        if (before === undefined && adjustment.operation !== "set") return "400 application/invalid_input"
        const balance = adjustedBalance(before?.remaining ?? 0, adjustment)
        const adjusted = unlessSame(before, newCredits(balance, before?.refill, model.now))
        const isSet = adjustment.operation === "set"
        if (setCredits(key, { before, after: adjusted, isSet })) apply(model, key, {}, "key.updated")
        return { data: adjusted ? showCredits(adjusted, key.balance?.reserved) : { remaining: null } }
      })
    },
  }
}

function adjustedBalance(remaining: number, { operation, value }: Adjustment): number | null {
  switch (operation) {
    case "set":
      return value ?? null
    case "increment":
      return remaining + value
    case "decrement":
      return Math.max(0, remaining - value)
  }
}

const members = {
  name: fc.option(name),
  externalId: fc.option(externalId),
  meta: fc.option(meta),
  lifetime: fc.option(lifetime),
  credits: fc.option(optional<Required<CreditsPatch>>({ remaining: fc.option(balance), refill: fc.option(refill) })),
  ipAllowlist: fc.option(someNetworks),
  roles: rolePicks,
  permissions: someSlugs,
  ratelimits: someLimits,
  enabled: fc.boolean(),
  scoped: fc.boolean(),
}
const patch: fc.Arbitrary<Patch> = optional<Required<Patch>>(members)

/** Changes one field only. */
const singlePatch = fc.tuple(pick, fc.record(members)).map(([number, all]): Patch => only(all, number))

function only(all: Patch, number: number): Patch {
  const entries = Object.entries(all)
  return Object.fromEntries(entries.slice(number % entries.length).slice(0, 1))
}

const adjustment: fc.Arbitrary<Adjustment> = fc.oneof(
  fc.record({ operation: fc.constant("set" as const), value: fc.option(balance) }),
  fc.constant({ operation: "set" as const }),
  fc.record({ operation: fc.constantFrom("increment", "decrement"), value: fc.integer({ min: 1, max: 3 }) }),
)

const creditIntents = fc.tuple(target, adjustment).map(([key, wanted]) => updateCredits(key, wanted))

export const keyUpdates: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(target, patch).map(([key, wanted]) => updateKey(key, wanted)) },
  { weight: 3, arbitrary: fc.tuple(target, singlePatch).map(([key, wanted]) => updateKey(key, wanted)) },
  { weight: 2, arbitrary: creditIntents },
)

/** Each changes one field, so that a concurrent verification sees the state before or after it. */
export const singleKeyUpdates: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(target, singlePatch).map(([key, wanted]) => updateKey(key, wanted)) },
  { weight: 1, arbitrary: creditIntents },
)
