import type { Code } from "../../contract/verdicts.ts"
import { creditsAt } from "../credits.ts"
import type { Api, Event, Identity, KeyDetails, Permission, Plan, Ratelimit, Role } from "../model.ts"
import { identityAt } from "../plans.ts"
import type { Quota } from "../quota.ts"
import { isObject, textsIn } from "./event-fields.ts"
import type { Fix } from "./fix.ts"
import { creditsLetIn, enabledLetsIn, endLetsIn, unboundLetsIn } from "./lets-in.ts"
import { type LimitTerms, limitsIn, lostLimits, termsOfLimit, tightenedLimits } from "./limits.ts"

/** The object that a change is about, as it is now. */
export type ChangedObject =
  | { readonly type: "key"; readonly key: KeyDetails; readonly former: Former }
  | { readonly type: "identity"; readonly identity: Identity; readonly former: Former }
  | { readonly type: "plan"; readonly plan: Plan }
  | { readonly type: "api"; readonly api: Api }
  | { readonly type: "role"; readonly role: Role }

/** The customer of a key, or the plan of a customer, before the change. Only one that still exists can be given back. */
interface Former {
  readonly exists: boolean
}

/** What a change took a key or a customer away from; null if from nothing. */
export function formerIn({ changes: { before } }: Event): {
  readonly externalId: string | null
  readonly planId: string | null
} {
  return { externalId: ownerIn(before ?? {}), planId: idIn(before?.plan) }
}

type Undo = Pick<Fix, "operation" | "input" | "letsIn">
type Fields = Readonly<Record<string, unknown>>
type ChangedKey = Extract<ChangedObject, { readonly type: "key" }>
type ChangedIdentity = Extract<ChangedObject, { readonly type: "identity" }>

interface Change {
  readonly code: Code
  readonly before: Fields
  readonly after: Fields
  readonly now: number
}

/**
 * The call that takes back what a change did to refusals with a code, and nothing else of it. Undefined if it was taken back
 * already, or if the events do not say enough.
 */
export function undoOf(
  { changes: { before, after } }: Event,
  object: ChangedObject,
  { code, now }: Pick<Change, "code" | "now">,
): Undo | undefined {
  if (before === null || after === null) return undefined
  const change: Change = { code, before, after, now }
  switch (object.type) {
    case "key":
      return undoOfKey(object, change)
    case "identity":
      return undoOfIdentity({ ...object, identity: identityAt(object.identity, now) }, change)
    case "plan":
      return undoOfPlan(object.plan, change)
    case "api": {
      const ipAllowlist = restoredTexts(object.api.ipAllowlist, change, "ipAllowlist")
      if (code !== "FORBIDDEN" || ipAllowlist === undefined) return undefined
      return {
        operation: "apis.updateApi",
        input: { apiId: object.api.id, ipAllowlist },
        letsIn: lets(ipAllowlist, "Calls with all keys of the API"),
      }
    }
    case "role": {
      const permissions = regained(object.role.permissions, change)
      if (code !== "INSUFFICIENT_PERMISSIONS" || permissions === undefined) return undefined
      const input = { role: object.role.id, permissions }
      return { operation: "permissions.setRolePermissions", input, letsIn: letsInOf("every key with the role") }
    }
  }
}

function letsInOf(whose: string): string {
  return `Only calls of ${whose} that were accepted before the change.`
}

function lets(networks: readonly string[], calls: string): string {
  return networks.length === 0
    ? `${calls} from every address, as before the change.`
    : "Only calls from the addresses that were allowed before the change."
}

function undoOfKey({ key, former }: ChangedKey, change: Change): Undo | undefined {
  const { code, before, after, now } = change
  const letsIn = letsInOf("this key")
  const update = (fields: Fields, more = letsIn): Undo => ({
    operation: "keys.updateKey",
    input: { keyId: key.id, ...fields },
    letsIn: more,
  })
  const moved = () => (former.exists ? movedBack(key, change, update) : undefined)
  switch (code) {
    case "DISABLED":
      return after.enabled === false && !key.enabled ? update({ enabled: true }, enabledLetsIn.key) : moved()
    case "EXPIRED": {
      const expires = before.expires ?? null
      const isPossible = after.expires === key.expires && (expires === null || Number(expires) > now)
      return isPossible ? update({ expires }, endLetsIn(expires === null)) : undefined
    }
    case "FORBIDDEN": {
      const ipAllowlist = restoredTexts(key.ipAllowlist, change, "ipAllowlist")
      return ipAllowlist && update({ ipAllowlist }, lets(ipAllowlist, "Calls with this key"))
    }
    case "INSUFFICIENT_PERMISSIONS":
      return undoOfRights(key, change, update) ?? moved()
    case "RATE_LIMITED": {
      const ratelimits = restoredLimits(key.ratelimits, change, "key")
      return ratelimits ? update({ ratelimits }) : moved()
    }
    case "USAGE_EXCEEDED":
      return undoOfCredits(key, change) ?? moved()
    default:
      return undefined
  }
}

function undoOfRights(key: KeyDetails, { before, after }: Change, update: (fields: Fields) => Undo): Undo | undefined {
  const letsIn = letsInOf("this key")
  const held = new Set(key.directPermissions.map(({ slug }) => slug))
  const permissions = textsIn(before.permissions).filter((slug) => !held.has(slug))
  if (permissions.length > 0) return { operation: "keys.addPermissions", input: { keyId: key.id, permissions }, letsIn }
  const names = new Set(key.roles.map(({ name }) => name))
  const roles = textsIn(before.roles).filter((name) => !names.has(name))
  if (roles.length > 0) return { operation: "keys.addRoles", input: { keyId: key.id, roles }, letsIn }
  return after.scoped === true && key.scoped ? update({ scoped: false }) : undefined
}

/** Gives a key back to the customer that it belonged to. */
function movedBack(key: KeyDetails, { before, after }: Change, update: (fields: Fields) => Undo): Undo | undefined {
  const [from, to] = [ownerIn(before), ownerIn(after)]
  if (from === to || (key.identity?.externalId ?? null) !== to) return undefined
  return update({ externalId: from })
}

function ownerIn({ identity }: Fields): string | null {
  return isObject(identity) && typeof identity.externalId === "string" ? identity.externalId : null
}

function undoOfCredits({ id, balance }: KeyDetails, { before, after, now }: Change): Undo | undefined {
  const credits = balance?.credits ?? null
  if (after.credits === undefined || credits === null) return undefined
  const had = remainingIn(before.credits)
  const about = { operation: "keys.updateCredits", letsIn: creditsLetIn("with this key") } as const
  if (had === undefined) {
    return { ...about, input: { keyId: id, operation: "set", value: null }, letsIn: unboundLetsIn("with this key") }
  }
  const value = had - (remainingIn(after.credits) ?? 0)
  const isTaken = value > 0 && creditsAt(credits, now).remaining < had
  return isTaken ? { ...about, input: { keyId: id, operation: "increment", value } } : undefined
}

function undoOfIdentity({ identity, former }: ChangedIdentity, change: Change): Undo | undefined {
  const { code, before, after } = change
  const update = (fields: Fields, letsIn = letsInOf("this customer")): Undo => ({
    operation: "identities.updateIdentity",
    input: { identity: identity.id, ...fields },
    letsIn,
  })
  const planBack = () => {
    const [from, to] = [idIn(before.plan), idIn(after.plan)]
    return former.exists && from !== to && (identity.plan?.id ?? null) === to ? update({ plan: from }) : undefined
  }
  switch (code) {
    case "DISABLED":
      return after.enabled === false && !identity.enabled
        ? update({ enabled: true }, enabledLetsIn.customer)
        : undefined
    case "INSUFFICIENT_PERMISSIONS": {
      const permissions = regained(identity.permissions, change)
      return permissions ? update({ permissions }) : planBack()
    }
    case "RATE_LIMITED": {
      const ratelimits = restoredLimits(identity.ratelimits, change, "identity")
      return ratelimits ? update({ ratelimits }) : planBack()
    }
    case "USAGE_EXCEEDED":
      return undoOfQuota(identity, change, update) ?? planBack()
    default:
      return undefined
  }
}

function undoOfQuota(
  identity: Identity,
  { before, after }: Change,
  update: (fields: Fields) => Undo,
): Undo | undefined {
  if (isStillQuota(identity.quota, { before, after })) return update({ quota: termsIn(before.quota) })
  const [had, has] = [remainingIn(before.credits), remainingIn(after.credits)]
  const remaining = identity.balance?.remaining ?? null
  if (has === undefined || remaining === null) return undefined
  const about = { operation: "identities.updateCredits", letsIn: creditsLetIn("of this customer") } as const
  const input = { identity: identity.id, operation: "increment", value: (had ?? 0) - has }
  if (had === undefined) {
    return { ...about, input: { ...input, operation: "set", value: null }, letsIn: unboundLetsIn("of this customer") }
  }
  return input.value > 0 && remaining < had ? { ...about, input } : undefined
}

/** Whether the quota is as the change has left it. A later change of it may have been meant so. */
function isStillQuota(quota: Quota | null, { before, after }: Pick<Change, "before" | "after">): boolean {
  const [had, has, present] = [before.quota, after.quota, quota].map((one) => JSON.stringify(termsIn(one)))
  return has !== "null" && has !== had && has === present
}

function undoOfPlan(plan: Plan, change: Change): Undo | undefined {
  const { code, before, after } = change
  const letsIn = letsInOf("every customer of the plan")
  const update = (fields: Fields): Undo => ({
    operation: "plans.updatePlan",
    input: { plan: plan.id, ...fields },
    letsIn,
  })
  switch (code) {
    case "INSUFFICIENT_PERMISSIONS": {
      const permissions = regained(plan.permissions, change)
      return permissions && update({ permissions })
    }
    case "RATE_LIMITED": {
      const ratelimits = restoredLimits(plan.ratelimits, change, "plan")
      return ratelimits && update({ ratelimits })
    }
    case "USAGE_EXCEEDED":
      return isStillQuota(plan.quota, change) ? update({ quota: termsIn(before.quota) }) : undefined
    default:
      return undefined
  }
}

/** The present permissions with those that were taken; undefined if all are back. */
function regained(present: readonly Permission[], { before }: Change): readonly string[] | undefined {
  const slugs = present.map(({ slug }) => slug)
  const taken = textsIn(before.permissions).filter((slug) => !slugs.includes(slug))
  return taken.length === 0 ? undefined : [...slugs, ...taken]
}

/**
 * The present list without what was added and with what was removed; undefined if it is so already. A list that began with the
 * change and has grown since is left alone: without its first entries it would refuse more.
 */
function restoredTexts(present: readonly string[], { before, after }: Change, field: string) {
  const [removed, added] = [textsIn(before[field]), new Set(textsIn(after[field]))]
  const kept = present.filter((entry) => !added.has(entry))
  const missing = removed.filter((entry) => !kept.includes(entry))
  if (removed.length === 0 && kept.length > 0) return undefined
  return missing.length === 0 && kept.length === present.length ? undefined : [...kept, ...missing]
}

/** The present limits without those that were tightened, with these as they were. What was raised stays so. */
function restoredLimits(present: readonly Ratelimit[], { before, after }: Change, type: ChangedObject["type"]) {
  const [had, has] = [limitsIn(before.ratelimits), limitsIn(after.ratelimits)]
  const tightened = tightenedLimits(had, has)
  const isStill = (limit: LimitTerms) => tightened.some((one) => JSON.stringify(one) === JSON.stringify(limit))
  const kept = present.map(termsOfLimit).filter((limit) => !isStill(limit))
  const restored = had.filter(({ name }) => tightened.some((limit) => limit.name === name))
  // A lost limit of a plan hides no other.
  const missing = [...restored, ...(type === "plan" ? [] : lostLimits(had, has))].filter(
    ({ name }) => !kept.some((limit) => limit.name === name),
  )
  return missing.length === 0 && kept.length === present.length ? undefined : [...kept, ...missing]
}

/** The terms of a quota as calls send them; null if there is none, or only a count of one. */
function termsIn(quota: unknown): Fields | null {
  if (!isObject(quota) || typeof quota.limit !== "number") return null
  const { limit, interval, overage } = quota
  return { limit, interval, overage }
}

function remainingIn(credits: unknown): number | undefined {
  return isObject(credits) && typeof credits.remaining === "number" ? credits.remaining : undefined
}

function idIn(object: unknown): string | null {
  return isObject(object) && typeof object.id === "string" ? object.id : null
}
