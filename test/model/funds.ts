import { compact } from "./agree.ts"

/** Quota and credits of a customer, after docs/contract.md#263-quota-credits-charging. Plain data, so that the model can be copied. */
export interface Funds {
  readonly billingDay: number
  readonly quota: Quota | undefined
  readonly credits: number | undefined
  /** One for each interval that was ever counted. */
  readonly counts: readonly Count[]
}

export interface Quota {
  readonly limit: number
  readonly interval: "daily" | "weekly" | "monthly" | "total"
  readonly overage: number | null
}

interface Period {
  readonly from: number
  readonly used: number
  readonly overageUsed: number
}

interface Count extends Period {
  readonly interval: Quota["interval"]
  readonly previous: Period | undefined
}

export const noFunds: Funds = { billingDay: 1, quota: undefined, credits: undefined, counts: [] }

export interface FundsPatch {
  readonly billingDay?: number
  readonly quota?: Quota | null
  readonly used?: number
  readonly credits?: { readonly remaining: number } | null
}

const dayMs = 86_400_000

/** Walks back day by day to the first day of the period. */
function beginningOf({ quota, billingDay }: Funds, now: number): number {
  if (quota === undefined || quota.interval === "total") return 0
  let day = now - (now % dayMs)
  while (!isFirstDay(quota.interval, billingDay, new Date(day))) day -= dayMs
  return day
}

function isFirstDay(interval: Quota["interval"], billingDay: number, day: Date): boolean {
  if (interval === "daily") return true
  if (interval === "weekly") return day.getUTCDay() === 1
  const isLastOfMonth = new Date(day.getTime() + dayMs).getUTCDate() === 1
  return day.getUTCDate() === billingDay || (isLastOfMonth && day.getUTCDate() < billingDay)
}

function endOf(funds: Funds, now: number): number {
  let day = now - (now % dayMs) + dayMs
  while (funds.quota !== undefined && !isFirstDay(funds.quota.interval, funds.billingDay, new Date(day))) day += dayMs
  return day
}

function countAt(funds: Funds, now: number): Count | undefined {
  const { quota, counts } = funds
  if (quota === undefined) return undefined
  const from = beginningOf(funds, now)
  const stored = counts.find(({ interval }) => interval === quota.interval)
  if (stored !== undefined && stored.from >= from) return stored
  const previous = stored && { from: stored.from, used: stored.used, overageUsed: stored.overageUsed }
  return { interval: quota.interval, from, used: 0, overageUsed: 0, previous }
}

function withCount(funds: Funds, count: Count | undefined): Funds {
  if (count === undefined) return funds
  return { ...funds, counts: [...funds.counts.filter(({ interval }) => interval !== count.interval), count] }
}

interface Circumstances {
  readonly now: number
  /** The quota of the plan. */
  readonly inherited: Quota | undefined
}

/** undefined if `used` has no quota to count in. */
export function patchFunds(
  funds: Funds,
  { billingDay, quota, used, credits }: FundsPatch,
  { now, inherited }: Circumstances,
): Funds | undefined {
  const isOtherDay = billingDay !== undefined && billingDay !== funds.billingDay
  const isOtherQuota = quota !== undefined && (quota !== null || funds.quota !== undefined)
  const wanted: Funds = {
    ...funds,
    billingDay: billingDay ?? funds.billingDay,
    quota: quota === undefined ? funds.quota : (quota ?? undefined),
    credits: credits === undefined ? funds.credits : credits?.remaining,
  }
  const count = countAt({ ...wanted, quota: wanted.quota ?? inherited }, now)
  if (used !== undefined && count === undefined) return undefined
  // What only the plan gives is not counted before the first spend.
  const isSettled = (isOtherDay || isOtherQuota) && (wanted.quota !== undefined || wanted.counts.length > 0)
  if (count === undefined || (used === undefined && !isSettled)) return wanted
  return withCount(wanted, { ...count, used: used ?? count.used })
}

export function isMetered({ quota, credits }: Funds): boolean {
  return quota !== undefined || credits !== undefined
}

/** What one more call may cost; Infinity if nothing bounds it. */
export function mostOf(funds: Funds, now: number): number {
  const { quota, credits } = funds
  if (!isMetered(funds)) return Number.POSITIVE_INFINITY
  const { used, overageUsed } = countAt(funds, now) ?? { used: 0, overageUsed: 0 }
  const ofQuota = quota === undefined ? 0 : Math.max(0, quota.limit - used)
  const ofOverage = quota === undefined ? 0 : Math.max(0, (quota.overage ?? Number.POSITIVE_INFINITY) - overageUsed)
  return ofQuota + (credits ?? 0) + ofOverage
}

/** Takes one unit after the other, each from the first source that has one. */
export function pay(funds: Funds, cost: number, now: number): Funds {
  let { credits } = funds
  const count = countAt(funds, now)
  let { used, overageUsed } = count ?? { used: 0, overageUsed: 0 }
  for (let unit = 0; unit < cost; unit += 1) {
    if (funds.quota !== undefined && used < funds.quota.limit) used += 1
    else if (credits !== undefined && credits > 0) credits -= 1
    else overageUsed += 1
  }
  const paid = { ...funds, credits }
  return count === undefined || cost === 0 ? paid : withCount(paid, { ...count, used, overageUsed })
}

/** The fields of an identity. */
export function showFunds(funds: Funds, now: number) {
  const { billingDay, quota, credits } = funds
  const count = countAt(funds, now)
  const shown =
    quota === undefined || count === undefined
      ? undefined
      : compact({
          ...quota,
          used: count.used,
          overageUsed: count.overageUsed,
          ...(quota.interval !== "total" && { from: count.from, resets: endOf(funds, now) }),
          previous: count.previous,
        })
  return compact({
    billingDay,
    quota: shown,
    credits: credits === undefined ? undefined : { remaining: credits, reserved: 0 },
  })
}

/** The fields of a verification or a key. `key` is what the key itself has left. */
export function showBalances(key: number | undefined, funds: Funds | undefined, now: number) {
  if (funds === undefined || !isMetered(funds)) return key === undefined ? undefined : { key }
  const count = countAt(funds, now)
  const quota = funds.quota && count && Math.max(0, funds.quota.limit - count.used)
  return compact({ key, quota, credits: funds.credits, overageUsed: funds.quota && count?.overageUsed })
}
