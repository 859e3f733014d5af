import { maxInteger } from "../contract/primitives.ts"
import type { CreditOperation } from "./change-credits.ts"
import { countedAt } from "./customer-meter.ts"
import { noHolds, overwriteHolds } from "./holds.ts"
import type { Identity } from "./model.ts"
import { quotaOf } from "./plans.ts"
import { type IdentityBalance, noBalance, type Quota, type QuotaCount } from "./quota.ts"
import { changeSharedThreshold, noThreshold, type ThresholdChange } from "./threshold.ts"

/** Absent fields stay unchanged; null removes. */
export interface BillingPatch {
  readonly billingDay?: number | undefined
  readonly quota?: Quota | null | undefined
  readonly used?: number | undefined
  readonly credits?: IdentityCreditsPatch | null | undefined
}

/** At least `remaining` is present if the identity has no credits. */
interface IdentityCreditsPatch {
  readonly remaining?: number | undefined
  /** null: never low. */
  readonly lowAt?: number | null | undefined
}

export type PatchedBilling =
  | { readonly type: "identity"; readonly identity: Identity }
  /** Without a quota there is no count to set. */
  | { readonly type: "used_without_quota" }
  /** Without credits there is nothing that can be low. */
  | { readonly type: "threshold_without_credits" }

/** The identity must have been read for update. */
export function patchBilling(identity: Identity, patch: BillingPatch, now: number): PatchedBilling {
  const { billingDay = identity.billingDay, quota = identity.quota, used, credits } = patch
  const isOther = billingDay !== identity.billingDay || quota !== identity.quota
  const changed = isOther ? { ...identity, billingDay, quota } : identity
  // What only the plan gives is not stored before the first spend.
  const isCounted = quota !== null || (identity.balance?.count ?? null) !== null
  const counted = isOther && isCounted ? countedAt(changed, now) : changed
  const paid = credits === undefined ? counted : withCreditsPatch(counted, credits)
  if (paid === undefined) return { type: "threshold_without_credits" }
  return used === undefined ? { type: "identity", identity: paid } : withUsed(paid, used, now)
}

function withCreditsPatch(identity: Identity, patch: IdentityCreditsPatch | null): Identity | undefined {
  const { balance } = identity
  if (patch === null) return withCreditsSet(identity, null)
  const { remaining, lowAt } = patch
  if (remaining !== undefined) return withCreditsSet(identity, remaining, lowAt)
  if (lowAt === undefined) return identity
  if (balance === null || balance.remaining === null) return lowAt === null ? identity : undefined
  return withCredits(identity, balance.remaining, { lowAt, isFilled: false })
}

function withUsed(identity: Identity, used: number, now: number): PatchedBilling {
  const current = countedAt(identity, now)
  const { balance } = current
  if (balance === null || balance.count === null || quotaOf(identity, now) === null) {
    return { type: "used_without_quota" }
  }
  const overwritten = overwrittenVersion(balance)
  const isStored = balance.count === identity.balance?.count && balance.count.used === used
  if (isStored && overwritten === undefined) return { type: "identity", identity }
  return {
    type: "identity",
    identity: { ...current, balance: { ...balance, count: { ...balance.count, used, ...overwritten } } },
  }
}

/** What open reservations have used does not come back to a count that was set after them. undefined without reservations. */
function overwrittenVersion({ count, holds = noHolds }: IdentityBalance): Pick<QuotaCount, "version"> | undefined {
  return holds.returnsAt === null ? undefined : { version: (count?.version ?? 0) + 1 }
}

function withCredits(identity: Identity, remaining: number | null, change: ThresholdChange): Identity {
  const { balance } = identity
  const { lowAt, isChosen } = balance?.threshold ?? noThreshold
  const beginsEmpty = balance?.remaining == null && remaining === 0
  const threshold = changeSharedThreshold(balance?.threshold, { ...change, beginsEmpty, remaining })
  const isSame = threshold.lowAt === lowAt && threshold.isChosen === isChosen
  if ((balance?.remaining ?? null) === remaining && isSame) return identity
  return { ...identity, balance: { ...(balance ?? noBalance), remaining, threshold } }
}

/** Replaces what remained, and with it what is reserved. */
function withCreditsSet(identity: Identity, remaining: number | null, lowAt?: number | null): Identity {
  const { balance } = identity
  const change = { lowAt, isFilled: true }
  const holds = overwriteHolds(balance?.holds)
  if (balance === null || holds === balance.holds) return withCredits(identity, remaining, change)
  const threshold = changeSharedThreshold(balance.threshold, { ...change, remaining })
  return { ...identity, balance: { ...balance, remaining, holds, threshold } }
}

export interface CreditChange {
  readonly operation: CreditOperation
  /** null removes the credits. */
  readonly value: number | null
  /** The new threshold. Absent: as before, or the default. */
  readonly lowAt?: number | null | undefined
}

export type ChangedCredits =
  | { readonly type: "identity"; readonly identity: Identity }
  /** An identity without credits has nothing to decrement. */
  | { readonly type: "no_credits" }
  /** The new balance would not be an exact integer. */
  | { readonly type: "too_large" }

/** The identity must have been read for update. An increment without credits starts at 0. */
export function changeIdentityCredits(identity: Identity, { operation, value, lowAt }: CreditChange): ChangedCredits {
  const remaining = identity.balance?.remaining ?? null
  if (operation === "set" || value === null) {
    return { type: "identity", identity: withCreditsSet(identity, value, lowAt) }
  }
  if (operation === "decrement") {
    if (remaining === null) return { type: "no_credits" }
    const left = Math.max(0, remaining - value)
    return { type: "identity", identity: withCredits(identity, left, { lowAt, isFilled: false }) }
  }
  // What is reserved may come back.
  const { reserved } = identity.balance?.holds ?? noHolds
  if (value > maxInteger - (remaining ?? 0) - reserved) return { type: "too_large" }
  const sum = (remaining ?? 0) + value
  return { type: "identity", identity: withCredits(identity, sum, { lowAt, isFilled: true }) }
}
