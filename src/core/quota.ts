import { dayOfMonth } from "./day-of-month.ts"
import { dayMs } from "./durations.ts"
import type { Holds } from "./holds.ts"
import type { Threshold } from "./threshold.ts"

/** How much a customer may use in each period. */
export interface Quota {
  readonly limit: number
  readonly interval: QuotaInterval
  /** How far use may exceed the limit in a period; null means without a bound. */
  readonly overage: number | null
}

export type QuotaInterval = "daily" | "weekly" | "monthly" | "total"

/** A quota with the beginning of the period that it counts in. */
export interface QuotaInPeriod extends Quota {
  readonly from: number
}

export interface PeriodCount {
  /** Beginning of the period; 0 for a quota that never begins again. */
  readonly from: number
  /** Excludes what credits or overage paid. */
  readonly used: number
  readonly overageUsed: number
  /** How often `used` was set in this period; absent: never. Use that was reserved before does not come back, overage does. */
  readonly version?: number | undefined
}

export interface QuotaCount extends PeriodCount {
  readonly interval: QuotaInterval
  /** The last period before that was counted. */
  readonly previous: PeriodCount | null
}

/** What an identity has used of its quota, and what it has prepaid. Verifications change it. */
export interface IdentityBalance {
  /** Credits; null if the identity has none. */
  readonly remaining: number | null
  /** The count of the interval that applied last. */
  readonly count: QuotaCount | null
  /** Counts of other intervals, for when they apply again. */
  readonly others: readonly QuotaCount[]
  /** Absent if nothing was ever reserved or set. */
  readonly holds?: Holds | undefined
  /** Absent if its credits were not filled since thresholds exist. */
  readonly threshold?: Threshold | undefined
}

export const noBalance: IdentityBalance = { remaining: null, count: null, others: [] }

interface BillingPeriod {
  readonly interval: QuotaInterval
  /** First day of monthly periods. */
  readonly billingDay: number
}

/** 1970-01-01 was a Thursday, so the first Monday came four days later. */
const firstMonday = 4 * dayMs
const weekMs = 7 * dayMs

/** The beginning of the period that contains the instant, in UTC. */
export function periodStart({ interval, billingDay }: BillingPeriod, instantMs: number): number {
  switch (interval) {
    case "daily":
      return Math.floor(instantMs / dayMs) * dayMs
    case "weekly":
      return Math.floor((instantMs - firstMonday) / weekMs) * weekMs + firstMonday
    case "monthly": {
      const inThisMonth = dayOfMonth(billingDay, instantMs, 0)
      return inThisMonth <= instantMs ? inThisMonth : dayOfMonth(billingDay, instantMs, -1)
    }
    case "total":
      return 0
  }
}

/** The beginning of the next period; null if there is none. */
export function nextPeriod({ interval, billingDay }: BillingPeriod, instantMs: number): number | null {
  const from = periodStart({ interval, billingDay }, instantMs)
  switch (interval) {
    case "daily":
      return from + dayMs
    case "weekly":
      return from + weekMs
    case "monthly": {
      const inThisMonth = dayOfMonth(billingDay, instantMs, 0)
      return inThisMonth > instantMs ? inThisMonth : dayOfMonth(billingDay, instantMs, 1)
    }
    case "total":
      return null
  }
}

/**
 * The count in the period of the quota. If that begins later than the period that was counted, the count becomes the
 * previous one. If it begins earlier, because the billing day has moved or a request is late, the count stays.
 */
export function countIn({ interval, from }: QuotaInPeriod, stored: QuotaCount | null): QuotaCount {
  if (stored === null) return { interval, from, used: 0, overageUsed: 0, previous: null }
  if (from <= stored.from) return stored
  const { used, overageUsed, version } = stored
  const previous = { from: stored.from, used, overageUsed, ...(version !== undefined && { version }) }
  return { interval, from, used: 0, overageUsed: 0, previous }
}

/** The balance with the count of this quota. Each interval has its own count, which is kept while another applies. */
export function balanceIn(quota: QuotaInPeriod, balance: IdentityBalance | null): IdentityBalance {
  const { count, others, ...prepaid } = balance ?? noBalance
  if (count === null || count.interval === quota.interval) return { ...prepaid, count: countIn(quota, count), others }
  const kept = others.find(({ interval }) => interval === quota.interval) ?? null
  const rest = others.filter(({ interval }) => interval !== quota.interval)
  return { ...prepaid, count: countIn(quota, kept), others: [...rest, count] }
}
