import { maxInteger } from "../contract/primitives.ts"
import type { CreditOperation } from "./change-credits.ts"
import { countedAt } from "./customer-meter.ts"
import { noHolds, overwriteHolds } from "./holds.ts"
import type { Identity } from "./model.ts"
import { quotaOf } from "./plans.ts"
import { type IdentityBalance, noBalance, type Quota, type QuotaCount } from "./quota.ts"

/** Absent fields stay unchanged; null removes. */
export interface BillingPatch {
  readonly billingDay?: number | undefined
  readonly quota?: Quota | null | undefined
  readonly used?: number | undefined
  readonly credits?: { readonly remaining: number } | null | undefined
}

export type PatchedBilling =
  | { readonly type: "identity"; readonly identity: Identity }
  /** Without a quota there is no count to set. */
  | { readonly type: "used_without_quota" }

/** The identity must have been read for update. */
export function patchBilling(identity: Identity, patch: BillingPatch, now: number): PatchedBilling {
  const { billingDay = identity.billingDay, quota = identity.quota, used, credits } = patch
  const isOther = billingDay !== identity.billingDay || quota !== identity.quota
  const changed = isOther ? { ...identity, billingDay, quota } : identity
  // What only the plan gives is not stored before the first spend.
  const isCounted = quota !== null || (identity.balance?.count ?? null) !== null
  const counted = isOther && isCounted ? countedAt(changed, now) : changed
  const paid = credits === undefined ? counted : withCreditsSet(counted, credits?.remaining ?? null)
  return used === undefined ? { type: "identity", identity: paid } : withUsed(paid, used, now)
}

function withUsed(identity: Identity, used: number, now: number): PatchedBilling {
  const current = countedAt(identity, now)
  const { balance } = current
  if (balance === null || balance.count === null || quotaOf(identity, now) === null) {
    return { type: "used_without_quota" }
  }
  const count = { ...balance.count, used, ...overwrittenVersion(balance) }
  return { type: "identity", identity: { ...current, balance: { ...balance, count } } }
}

/** What open reservations have used does not come back to a count that was set after them. */
function overwrittenVersion({ count, holds = noHolds }: IdentityBalance): Pick<QuotaCount, "version"> {
  return holds.returnsAt === null ? {} : { version: (count?.version ?? 0) + 1 }
}

function withCredits(identity: Identity, remaining: number | null): Identity {
  const { balance } = identity
  if ((balance?.remaining ?? null) === remaining) return identity
  return { ...identity, balance: { ...(balance ?? noBalance), remaining } }
}

/** Replaces what remained, and with it what is reserved. */
function withCreditsSet(identity: Identity, remaining: number | null): Identity {
  const { balance } = identity
  const holds = overwriteHolds(balance?.holds)
  if (balance === null || holds === balance.holds) return withCredits(identity, remaining)
  return { ...identity, balance: { ...balance, remaining, holds } }
}

export interface CreditChange {
  readonly operation: CreditOperation
  /** null removes the credits. */
  readonly value: number | null
}

export type ChangedCredits =
  | { readonly type: "identity"; readonly identity: Identity }
  /** An identity without credits has nothing to decrement. */
  | { readonly type: "no_credits" }
  /** The new balance would not be an exact integer. */
  | { readonly type: "too_large" }

/** The identity must have been read for update. An increment without credits starts at 0. */
export function changeIdentityCredits(identity: Identity, { operation, value }: CreditChange): ChangedCredits {
  const remaining = identity.balance?.remaining ?? null
  if (operation === "set" || value === null) return { type: "identity", identity: withCreditsSet(identity, value) }
  if (operation === "decrement") {
    if (remaining === null) return { type: "no_credits" }
    return { type: "identity", identity: withCredits(identity, Math.max(0, remaining - value)) }
  }
  if (value > maxInteger - (remaining ?? 0)) return { type: "too_large" }
  return { type: "identity", identity: withCredits(identity, (remaining ?? 0) + value) }
}
