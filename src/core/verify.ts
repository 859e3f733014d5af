import { type AllowList, isAllowedByList } from "../contract/cidr.ts"
import { compareBytes } from "./byte-order.ts"
import { isExpired } from "./expiry.ts"
import { flattenRope } from "./flatten-rope.ts"
import type { Ratelimit } from "./model.ts"
import { type PermissionQuery, satisfies } from "./permission-query.ts"

/** Everything a verdict needs to know of a key. What changes with every spend, its balance, is not part of it. */
export interface VerifiableKey {
  readonly keyId: string
  readonly facts: SharedKeyFacts
  /** What it spends from; null for an unlimited key. */
  readonly balanceId: string | null
}

/** What is known of a key beside its id; keys that differ in nothing else, as most of an API do, have it in common. */
export interface SharedKeyFacts {
  readonly workspaceId: string
  readonly apiId: string
  readonly workspaceEnabled: boolean
  readonly enabled: boolean
  readonly expires: number | null
  readonly apiIpAllowlist: AllowList
  readonly ipAllowlist: AllowList
  /** Direct and through roles, ascending by bytes. */
  readonly permissions: readonly string[]
  /** Its own and those of its identity, which its own replace by name. Ascending by name. */
  readonly limits: readonly AppliedLimit[]
  /**
   * The members that every answer about the key has after its id, as JSON without the braces. Written once for as long
   * as the record lives: turning objects into JSON for each answer would be the largest part of a verification.
   */
  readonly responseJson: string
}

export interface VerifyRequest {
  readonly query: PermissionQuery | undefined
  readonly ip: string | undefined
  readonly ratelimits: readonly RequestedLimit[]
}

export interface RequestedLimit {
  readonly name: string
  readonly cost: number
  /** Both or none: with them the limit is inline and stored settings of that name are ignored. */
  readonly limit?: number | undefined
  readonly duration?: number | undefined
}

/** A limit to check, in the form that counters take, and what the response says about it. */
export interface AppliedLimit {
  readonly name: string
  readonly autoApply: boolean
  readonly counter: string
  readonly limit: number
  readonly durationMs: number
  readonly cost: number
  /** The fields of the response that are the same for every verification, as JSON up to the first that is not. */
  readonly settingsJson: string
}

/** Key or identity that a limit counts for. */
interface LimitOwner {
  readonly workspaceId: string
  readonly id: string
}

function appliedLimit(limit: Ratelimit, owner: LimitOwner, cost: number): AppliedLimit {
  const { id, name, duration: durationMs, autoApply } = limit
  const settings = JSON.stringify({ id, name, limit: limit.limit, duration: durationMs })
  return {
    name,
    autoApply,
    // The name comes last, so that no name can be taken for part of another counter.
    counter: flattenRope("verify/", owner.workspaceId, "/", owner.id, "/", name),
    limit: limit.limit,
    durationMs,
    cost,
    settingsJson: flattenRope(settings.slice(0, -1), ',"exceeded":'),
  }
}

export type Assessment =
  | { readonly type: "refused"; readonly code: "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS" }
  /** The request names a limit that neither the key nor its identity has. */
  | { readonly type: "unknown_limit"; readonly name: string }
  /** Nothing speaks against the key but its limits and credits, which have to be taken together. */
  | { readonly type: "consume"; readonly limits: readonly AppliedLimit[] }

/** Steps 3 to 7 of docs/contract.md#19-verification-semantics, as far as they need no counter; the first failure decides. */
export function assess(key: VerifiableKey, request: VerifyRequest, now: number): Assessment {
  const { enabled, apiIpAllowlist, ipAllowlist, permissions } = key.facts
  if (!enabled) return { type: "refused", code: "DISABLED" }
  if (isExpired(key.facts, now)) return { type: "refused", code: "EXPIRED" }
  if (!isAllowedByList(apiIpAllowlist, request.ip) || !isAllowedByList(ipAllowlist, request.ip)) {
    return { type: "refused", code: "FORBIDDEN" }
  }
  if (request.query !== undefined && !satisfies(request.query, permissions)) {
    return { type: "refused", code: "INSUFFICIENT_PERMISSIONS" }
  }
  return limitsToApply(key, request.ratelimits)
}

/** Stored limits that apply themselves, and those of the request, which replace them by name. Ascending by name. */
function limitsToApply({ keyId, facts }: VerifiableKey, requested: readonly RequestedLimit[]): Assessment {
  const { limits, workspaceId } = facts
  if (requested.length === 0 && limits.every(appliesItself)) return { type: "consume", limits }
  const applied = new Map<string, AppliedLimit>()
  for (const limit of limits) if (limit.autoApply) applied.set(limit.name, limit)
  for (const { name, cost, limit, duration } of requested) {
    if (limit !== undefined && duration !== undefined) {
      const inline = { id: "", name, limit, duration, autoApply: false }
      applied.set(name, appliedLimit(inline, { workspaceId, id: keyId }, cost))
      continue
    }
    const known = limits.find((stored) => stored.name === name)
    if (known === undefined) return { type: "unknown_limit", name }
    applied.set(name, { ...known, cost })
  }
  return { type: "consume", limits: [...applied.values()].sort(byName) }
}

function appliesItself({ autoApply }: AppliedLimit): boolean {
  return autoApply
}

/** Shared by the many keys that have none. */
const none: readonly never[] = []

interface LimitHolder extends LimitOwner {
  readonly ratelimits: readonly Ratelimit[]
}

/** The limits of a key merged with those of its identity by name; what the key says wins. */
export function mergeLimits(key: LimitHolder, identity: LimitHolder | null): readonly AppliedLimit[] {
  if (key.ratelimits.length === 0 && (identity === null || identity.ratelimits.length === 0)) return none
  const merged = new Map<string, AppliedLimit>()
  for (const holder of identity === null ? [key] : [identity, key]) {
    for (const limit of holder.ratelimits) merged.set(limit.name, appliedLimit(limit, holder, 1))
  }
  return [...merged.values()].sort(byName)
}

function byName(one: AppliedLimit, other: AppliedLimit): number {
  return compareBytes(one.name, other.name)
}
