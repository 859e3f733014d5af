import { countIn, type IdentityBalance, type QuotaCount, type QuotaInPeriod } from "./quota.ts"

const maxInteger = Number.MAX_SAFE_INTEGER

/** What a spend reads and changes of the balance of an identity. */
export type Funds = Pick<IdentityBalance, "remaining" | "count">

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
  if (quota === null) return payFromCredits(funds, cost)
  const count = countIn(quota, funds.count)
  const fromQuota = Math.min(cost, quotaLeft(quota, count))
  const fromCredits = Math.min(cost - fromQuota, funds.remaining ?? 0)
  const fromOverage = cost - fromQuota - fromCredits
  if (fromOverage > overageLeft(quota, count)) return undefined
  return {
    remaining: funds.remaining === null ? null : funds.remaining - fromCredits,
    count: { ...count, used: count.used + fromQuota, overageUsed: count.overageUsed + fromOverage },
  }
}

/** A count of a quota that no longer applies stays. */
function payFromCredits({ remaining, count }: Funds, cost: number): Funds | undefined {
  if (remaining === null) return { remaining, count }
  return remaining < cost ? undefined : { remaining: remaining - cost, count }
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
  const left = quotaLeft(quota, count)
  const total = left + (credits ?? 0) + overageLeft(quota, count)
  const most = quota.overage === null ? key : least(key, Math.min(total, maxInteger))
  return { key, quota: left, credits, overageUsed: count.overageUsed, most }
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
