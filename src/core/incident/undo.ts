import type { Code } from "../../contract/verdicts.ts"
import { creditsAt } from "../credits.ts"
import type { Api, Event, Identity, KeyDetails, Permission, Plan, Ratelimit, Role } from "../model.ts"
import { identityAt } from "../plans.ts"
import type { Fix } from "./fix.ts"

/** The object that a change is about, as it is now. */
export type ChangedObject =
  | { readonly type: "key"; readonly key: KeyDetails }
  | { readonly type: "identity"; readonly identity: Identity }
  | { readonly type: "plan"; readonly plan: Plan }
  | { readonly type: "api"; readonly api: Api }
  | { readonly type: "role"; readonly role: Role }

type Undo = Pick<Fix, "operation" | "input" | "letsIn">
type Fields = Readonly<Record<string, unknown>>

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
      return undoOfKey(object.key, change)
    case "identity":
      return undoOfIdentity(identityAt(object.identity, now), change)
    case "plan":
      return undoOfPlan(object.plan, change)
    case "api": {
      const ipAllowlist = restoredTexts(object.api.ipAllowlist, change, "ipAllowlist")
      if (code !== "FORBIDDEN" || ipAllowlist === undefined) return undefined
      return {
        operation: "apis.updateApi",
        input: { apiId: object.api.id, ipAllowlist },
        letsIn: lets(ipAllowlist, "of the API"),
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

function lets(networks: readonly string[], whose: string): string {
  return networks.length === 0
    ? `Calls from every address, with keys ${whose}, as before the change.`
    : `Only calls from the addresses that were allowed before the change.`
}

function undoOfKey(key: KeyDetails, change: Change): Undo | undefined {
  const { code, before, after, now } = change
  const letsIn = letsInOf("this key")
  const update = (fields: Fields, more = letsIn): Undo => ({
    operation: "keys.updateKey",
    input: { keyId: key.id, ...fields },
    letsIn: more,
  })
  switch (code) {
    case "DISABLED":
      return after.enabled === false && !key.enabled ? update({ enabled: true }) : movedBack(key, change, update)
    case "EXPIRED": {
      const expires = before.expires ?? null
      const isPossible = after.expires === key.expires && (expires === null || Number(expires) > now)
      return isPossible ? update({ expires }) : undefined
    }
    case "FORBIDDEN": {
      const ipAllowlist = restoredTexts(key.ipAllowlist, change, "ipAllowlist")
      return ipAllowlist && update({ ipAllowlist }, lets(ipAllowlist, "of this id"))
    }
    case "INSUFFICIENT_PERMISSIONS":
      return undoOfRights(key, change, update) ?? movedBack(key, change, update)
    case "RATE_LIMITED": {
      const ratelimits = restoredLimits(key.ratelimits, change)
      return ratelimits ? update({ ratelimits }) : movedBack(key, change, update)
    }
    case "USAGE_EXCEEDED":
      return undoOfCredits(key, change) ?? movedBack(key, change, update)
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
  const letsIn = letsInOf("this key")
  const about = { operation: "keys.updateCredits", letsIn } as const
  if (had === undefined) return { ...about, input: { keyId: id, operation: "set", value: null } }
  const value = had - (remainingIn(after.credits) ?? 0)
  const isTaken = value > 0 && creditsAt(credits, now).remaining < had
  return isTaken ? { ...about, input: { keyId: id, operation: "increment", value } } : undefined
}

function undoOfIdentity(identity: Identity, change: Change): Undo | undefined {
  const { code, before, after } = change
  const update = (fields: Fields): Undo => ({
    operation: "identities.updateIdentity",
    input: { identity: identity.id, ...fields },
    letsIn: letsInOf("this customer"),
  })
  const planBack = () => {
    const [from, to] = [idIn(before.plan), idIn(after.plan)]
    return from !== to && (identity.plan?.id ?? null) === to ? update({ plan: from }) : undefined
  }
  switch (code) {
    case "DISABLED":
      return after.enabled === false && !identity.enabled ? update({ enabled: true }) : undefined
    case "INSUFFICIENT_PERMISSIONS": {
      const permissions = regained(identity.permissions, change)
      return permissions ? update({ permissions }) : planBack()
    }
    case "RATE_LIMITED": {
      const ratelimits = restoredLimits(identity.ratelimits, change)
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
  const quota = termsIn(before.quota)
  const isQuota = termsIn(after.quota) !== null && JSON.stringify(termsIn(after.quota)) !== JSON.stringify(quota)
  if (isQuota && identity.quota !== null) return update({ quota })
  const [had, has] = [remainingIn(before.credits), remainingIn(after.credits)]
  const remaining = identity.balance?.remaining ?? null
  if (has === undefined || remaining === null) return undefined
  const input = { identity: identity.id, operation: "increment", value: (had ?? 0) - has }
  const letsIn = letsInOf("this customer")
  if (had === undefined)
    return { operation: "identities.updateCredits", input: { ...input, operation: "set", value: null }, letsIn }
  return input.value > 0 && remaining < had ? { operation: "identities.updateCredits", input, letsIn } : undefined
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
      const ratelimits = restoredLimits(plan.ratelimits, change)
      return ratelimits && update({ ratelimits })
    }
    case "USAGE_EXCEEDED": {
      const isStill =
        termsIn(after.quota) !== null && JSON.stringify(termsIn(after.quota)) === JSON.stringify(termsIn(plan.quota))
      return isStill ? update({ quota: termsIn(before.quota) }) : undefined
    }
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

/** The present list without what was added and with what was removed; undefined if it is so already. */
function restoredTexts(present: readonly string[], { before, after }: Change, field: string) {
  const [removed, added] = [textsIn(before[field]), new Set(textsIn(after[field]))]
  const kept = present.filter((entry) => !added.has(entry))
  const missing = removed.filter((entry) => !kept.includes(entry))
  return missing.length === 0 && kept.length === present.length ? undefined : [...kept, ...missing]
}

function restoredLimits(present: readonly Ratelimit[], { before, after }: Change) {
  const removed = limitsIn(before.ratelimits)
  const added = limitsIn(after.ratelimits)
  const isAsAdded = ({ name, limit, duration }: LimitTerms) =>
    added.some((one) => one.name === name && one.limit === limit && one.duration === duration)
  const kept = present.map(termsOfLimit).filter((limit) => !isAsAdded(limit))
  const missing = removed.filter(({ name }) => !kept.some((limit) => limit.name === name))
  if (missing.length === 0 && kept.length === present.length) return undefined
  return [...kept, ...missing]
}

type LimitTerms = Omit<Ratelimit, "id">

/** A limit as calls send it. */
export function termsOfLimit({ name, limit, duration, autoApply }: LimitTerms): LimitTerms {
  return { name, limit, duration, autoApply }
}

function limitsIn(value: unknown): readonly LimitTerms[] {
  return Array.isArray(value) ? value.filter(isLimit).map(termsOfLimit) : []
}

function isLimit(value: unknown): value is LimitTerms {
  return isObject(value) && typeof value.name === "string" && typeof value.limit === "number"
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

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : []
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null
}
