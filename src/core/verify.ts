import { compareBytes } from "./byte-order.ts"
import type { CustomerMeter } from "./customer-meter.ts"
import { flattenRope } from "./flatten-rope.ts"
import { type CheckedFacts, type CheckedRequest, firstFailure, type Refused } from "./key-checks.ts"
import type { Ratelimit } from "./model.ts"
import type { KnownThreshold } from "./threshold.ts"
import type { UseCounter } from "./use-counter.ts"

/** The part of a key that decides a verification. The balance changes with every spend, so it is stored separately. */
export interface VerifiableKey {
  readonly keyId: string
  readonly facts: SharedKeyFacts
  /** null for a key with unlimited credits. */
  readonly balanceId: string | null
  /** Of its credits. Absent or null for a key without credits of its own. */
  readonly threshold?: KnownThreshold | null | undefined
  /** null for the only secret of a key. */
  readonly matched: MatchedSecret | null
  /** Set by the recorder of usage, so that the next use needs no lookup. */
  latestUse?: UseCounter | undefined
}

/** The secret that was presented, of a key that was rotated. */
export interface MatchedSecret {
  readonly name: "current" | "previous"
  /** When the overlap ends or has ended. */
  readonly overlapEnds: number
}

/** A previous secret is named as long as it is recognized, the current one only during an overlap. */
export function matchedSecretAt({ matched }: Pick<VerifiableKey, "matched">, now: number) {
  if (matched === null || (matched.name === "current" && now >= matched.overlapEnds)) return null
  return matched.name
}

/** From when on `matchedSecretAt` says something else; null if never. */
export function matchedSecretChangesAt({ matched }: Pick<VerifiableKey, "matched">, now: number): number | null {
  return matched?.name === "current" && now < matched.overlapEnds ? matched.overlapEnds : null
}

/** Most keys of an API differ only in their id, so they share one object with everything else. */
export interface SharedKeyFacts extends CheckedFacts {
  readonly workspaceId: string
  readonly apiId: string
  readonly identityId: string | null
  readonly workspaceEnabled: boolean
  /** From then on, the identity has another plan, so that this record is stale. */
  readonly planChangeAt: number | null
  /** The key's own limits, and those of its identity and plan with other names. Ascending by name. */
  readonly limits: readonly AppliedLimit[]
  /** null if the key has no identity, or one without quota and credits. */
  readonly meter: CustomerMeter | null
  /**
   * The fields that follow the key id in every response, as JSON without the braces. They are serialized once, because
   * doing it for each response would be the slowest part of a verification.
   */
  readonly responseJson: string
}

export interface VerifyRequest extends CheckedRequest {
  readonly ratelimits: readonly RequestedLimit[]
}

export interface RequestedLimit {
  readonly name: string
  readonly cost: number
  /** Set together with `duration`. The request then replaces the stored limit of that name. */
  readonly limit?: number | undefined
  readonly duration?: number | undefined
}

/** A limit to check, in the form that counters take, with its part of the response. */
export interface AppliedLimit {
  readonly name: string
  readonly source: LimitSource
  readonly autoApply: boolean
  readonly counter: string
  readonly limit: number
  readonly durationMs: number
  readonly cost: number
  /** JSON of the response fields that never change, up to the first field that does. */
  readonly settingsJson: string
}

/** Whose limit it is. */
export type LimitSource = "request" | "key" | "identity" | "plan"

/** The key or identity whose requests a limit counts. */
interface LimitOwner {
  readonly workspaceId: string
  readonly id: string
  readonly source: LimitSource
}

function appliedLimit(limit: Ratelimit, owner: LimitOwner, cost: number): AppliedLimit {
  const { id, name, duration: durationMs, autoApply } = limit
  const settings = JSON.stringify({ id, name, limit: limit.limit, duration: durationMs })
  return {
    name,
    source: owner.source,
    autoApply,
    // The name comes last, so that no name can imitate another counter.
    counter: flattenRope("verify/", owner.workspaceId, "/", owner.id, "/", name),
    limit: limit.limit,
    durationMs,
    cost,
    settingsJson: flattenRope(settings.slice(0, -1), ',"exceeded":'),
  }
}

export type Assessment =
  | Refused
  /** The request names a limit that neither the key, its identity nor its plan has. */
  | { readonly type: "unknown_limit"; readonly name: string }
  /** The key is valid so far. Its limits and credits must be taken together. */
  | { readonly type: "consume"; readonly limits: readonly AppliedLimit[] }

/** The checks of docs/contract.md#19-verification-semantics that need no counter. The first failure decides. */
export function assess(key: VerifiableKey, request: VerifyRequest, now: number): Assessment {
  const failed = firstFailure(key.facts, request, now)
  if (failed !== undefined) return failed.refusal
  const { ratelimits } = request
  const unknown = ratelimits.length === 0 ? undefined : ratelimits.find((limit) => isUnknownLimit(key.facts, limit))
  return unknown === undefined
    ? { type: "consume", limits: limitsToApply(key, ratelimits) }
    : { type: "unknown_limit", name: unknown.name }
}

/** Whether the request refers to a limit that neither the key, its identity nor its plan has. */
export function isUnknownLimit(
  { limits }: Pick<SharedKeyFacts, "limits">,
  { name, limit, duration }: RequestedLimit,
): boolean {
  if (limit !== undefined && duration !== undefined) return false
  return !limits.some((stored) => stored.name === name)
}

/**
 * The stored limits with `autoApply`, and those of the request, which replace them by name. Ascending by name. The request
 * must not name an unknown limit.
 */
export function limitsToApply(
  { keyId, facts }: VerifiableKey,
  requested: readonly RequestedLimit[],
): readonly AppliedLimit[] {
  const { limits, workspaceId } = facts
  if (requested.length === 0 && limits.every(appliesItself)) return limits
  const applied = new Map<string, AppliedLimit>()
  for (const limit of limits) if (limit.autoApply) applied.set(limit.name, limit)
  for (const { name, cost, limit, duration } of requested) {
    if (limit !== undefined && duration !== undefined) {
      const inline = { id: "", name, limit, duration, autoApply: false }
      applied.set(name, appliedLimit(inline, { workspaceId, id: keyId, source: "request" }, cost))
      continue
    }
    const known = limits.find((stored) => stored.name === name)
    if (known !== undefined) applied.set(name, { ...known, cost })
  }
  return [...applied.values()].sort(byName)
}

function appliesItself({ autoApply }: AppliedLimit): boolean {
  return autoApply
}

/** One list for all keys without limits saves memory. */
const none: readonly never[] = []

interface LimitHolders {
  readonly workspaceId: string
  readonly key: LimitHolder
  readonly identity: LimitHolder | null
  /** Of the plan. They count for each identity, so an identity needs no new count when its plan changes. */
  readonly planLimits: readonly Ratelimit[]
}

interface LimitHolder {
  readonly id: string
  readonly ratelimits: readonly Ratelimit[]
}

/** Merges limits by name: the limit of the key wins, then that of its identity, then that of the plan. */
export function mergeLimits({ workspaceId, key, identity, planLimits }: LimitHolders): readonly AppliedLimit[] {
  const ofIdentity = identity?.ratelimits ?? none
  if (key.ratelimits.length + ofIdentity.length + planLimits.length === 0) return none
  const merged = new Map<string, AppliedLimit>()
  const add = (limits: readonly Ratelimit[], owner: LimitOwner) => {
    for (const limit of limits) merged.set(limit.name, appliedLimit(limit, owner, 1))
  }
  if (identity !== null) {
    add(planLimits, { workspaceId, id: identity.id, source: "plan" })
    add(ofIdentity, { workspaceId, id: identity.id, source: "identity" })
  }
  add(key.ratelimits, { workspaceId, id: key.id, source: "key" })
  return [...merged.values()].sort(byName)
}

function byName(one: AppliedLimit, other: AppliedLimit): number {
  return compareBytes(one.name, other.name)
}
