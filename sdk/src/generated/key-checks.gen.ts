// Written by `npm run gen` from src/core/key-checks.ts. Do not edit.

import { type AllowList, isAllowedByList } from "./cidr.gen.ts"
import { isExpired } from "./expiry.gen.ts"
import { type PermissionQuery, satisfies } from "./permission-query.gen.ts"

// The client has copies of this file and of those that it imports, so that its verifier decides the same.

/** The part of a key that decides without counters. */
export interface CheckedFacts {
  readonly enabled: boolean
  /** True without an identity. */
  readonly identityEnabled: boolean
  /** The earlier of both, for a previous secret that expires before its key. */
  readonly expires: number | null
  readonly apiIpAllowlist: AllowList
  readonly ipAllowlist: AllowList
  /** All that a request may use: its own, and those of its identity and plan. Ascending by bytes. */
  readonly permissions: readonly string[]
}

export interface CheckedRequest {
  readonly query: PermissionQuery | undefined
  readonly ip: string | undefined
}

export type Refusal = "DISABLED" | "EXPIRED" | "FORBIDDEN" | "INSUFFICIENT_PERMISSIONS"

export interface Refused {
  readonly type: "refused"
  readonly code: Refusal
}

export type KeyCheckName = "enabled" | "expiry" | "ip" | "permissions"

interface KeyCheck {
  readonly name: KeyCheckName
  readonly refusal: Refused
  passes(facts: CheckedFacts, request: CheckedRequest, now: number): boolean
}

/**
 * Steps 3 to 6 of docs/contract.md#19-verification-semantics, in their order. Verification stops at the first failure,
 * and keys.explainKey shows them all.
 */
export const keyChecks: readonly KeyCheck[] = [
  {
    name: "enabled",
    refusal: { type: "refused", code: "DISABLED" },
    passes: ({ enabled, identityEnabled }) => enabled && identityEnabled,
  },
  {
    name: "expiry",
    refusal: { type: "refused", code: "EXPIRED" },
    passes: (facts, _request, now) => !isExpired(facts, now),
  },
  {
    name: "ip",
    refusal: { type: "refused", code: "FORBIDDEN" },
    passes: ({ apiIpAllowlist, ipAllowlist }, { ip }) =>
      isAllowedByList(apiIpAllowlist, ip) && isAllowedByList(ipAllowlist, ip),
  },
  {
    name: "permissions",
    refusal: { type: "refused", code: "INSUFFICIENT_PERMISSIONS" },
    passes: ({ permissions }, { query }) => query === undefined || satisfies(query, permissions),
  },
]

/** The check that decides, or undefined if all pass. */
export function firstFailure(facts: CheckedFacts, request: CheckedRequest, now: number): KeyCheck | undefined {
  for (const check of keyChecks) if (!check.passes(facts, request, now)) return check
  return undefined
}
