import { countIn, type IdentityBalance, type QuotaCount, type QuotaInPeriod } from "./quota.ts"

const maxInteger = Number.MAX_SAFE_INTEGER

/** What a spend reads and changes of the balance of an identity. */
export type Funds = Pick<IdentityBalance, "remaining" | "count" | "holds">

/** What a cost is made of. */
export interface Parts {
  readonly quota: number
  readonly credits: number
  readonly overage: number
}

/** What is left after a call. null where nothing is counted. */
export interface BalancesLeft {
  readonly key: number | null
  readonly quota: number | null
  readonly credits: number | null
  readonly overageUsed: number | null
  /** The most that one more call may cost; null if nothing bounds it. */
  readonly most: number | null
}

/** Takes the cost from the quota first, then from credits, then as overage. Returns undefined if they do not suffice. */
export function payFrom(funds: Funds, quota: QuotaInPeriod | null, cost: number): Funds | undefined {
  const parts = partsOf(funds, quota, cost)
  return parts && payParts(funds, quota, parts)
}

/** How the cost is paid; undefined if the funds do not suffice. */
export function partsOf(funds: Funds, quota: QuotaInPeriod | null, cost: number): Parts | undefined {
  const { remaining } = funds
  if (quota === null) {
    if (remaining === null) return { quota: 0, credits: 0, overage: 0 }
    return remaining < cost ? undefined : { quota: 0, credits: cost, overage: 0 }
  }
  const count = countIn(quota, funds.count)
  const fromQuota = Math.min(cost, quotaLeft(quota, count))
  const fromCredits = Math.min(cost - fromQuota, remaining ?? 0)
  const overage = cost - fromQuota - fromCredits
  return overage > overageLeft(quota, count) ? undefined : { quota: fromQuota, credits: fromCredits, overage }
}

/** The most that can be paid. */
export function payableFrom(funds: Funds, quota: QuotaInPeriod | null): number {
  const { remaining } = funds
  if (quota === null) return remaining ?? maxInteger
  const count = countIn(quota, funds.count)
  return Math.min(quotaLeft(quota, count) + (remaining ?? 0) + overageLeft(quota, count), maxInteger)
}

/** A count of a quota that no longer applies stays. */
export function payParts(
  funds: Funds,
  quota: QuotaInPeriod | null,
  { quota: fromQuota, credits, overage }: Parts,
): Funds {
  const remaining = funds.remaining === null ? null : funds.remaining - credits
  if (quota === null) return { ...funds, remaining }
  const count = countIn(quota, funds.count)
  return {
    ...funds,
    remaining,
    count: { ...count, used: count.used + fromQuota, overageUsed: count.overageUsed + overage },
  }
}

interface Sources {
  /** Credits of the key; null if it is unlimited. */
  readonly key: number | null
  readonly quota: QuotaInPeriod | null
  /** null if the key has no customer, or one without quota and credits. */
  readonly funds: Funds | null
}

export function fundsLeft({ key, quota, funds }: Sources): BalancesLeft {
  if (funds === null) return { key, quota: null, credits: null, overageUsed: null, most: key }
  const { remaining: credits } = funds
  if (quota === null) return { key, quota: null, credits, overageUsed: null, most: least(key, credits) }
  const count = countIn(quota, funds.count)
  const most = quota.overage === null ? key : least(key, payableFrom(funds, quota))
  return { key, quota: quotaLeft(quota, count), credits, overageUsed: count.overageUsed, most }
}

/** A count above the limit, after the limit was lowered, leaves nothing. */
function quotaLeft({ limit }: QuotaInPeriod, { used }: QuotaCount): number {
  return Math.max(0, limit - used)
}

/** Overage without a bound ends where counts would no longer be exact. */
function overageLeft({ overage }: QuotaInPeriod, { overageUsed }: QuotaCount): number {
  return Math.max(0, (overage ?? maxInteger) - overageUsed)
}

function least(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
