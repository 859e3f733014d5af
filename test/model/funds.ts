import { compact } from "./agree.ts"

/** Quota and credits of a customer, after docs/contract.md#263-quota-credits-charging. Plain data, so that the model can be copied. */
export interface Funds {
  readonly billingDay: number
  readonly quota: Quota | undefined
  readonly credits: number | undefined
  /** At or below it, credits are low: a tenth of what they were set or raised to. */
  readonly lowAt: number | undefined
  /** Raised when credits are set. What was reserved before does not come back. */
  readonly generation: number
  /** Credits that reservations hold. */
  readonly reserved: number
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
  /** Raised when `used` is set. */
  readonly generation: number
}

interface Count extends Period {
  readonly interval: Quota["interval"]
  readonly previous: Period | undefined
}

export const noFunds: Funds = {
  ...{ billingDay: 1, quota: undefined, credits: undefined, lowAt: undefined, counts: [] },
  ...{ generation: 0, reserved: 0 },
}

/** From where a cost was taken. */
export interface Parts {
  readonly quota: number
  readonly credits: number
  readonly overage: number
}

export interface PeriodName {
  readonly interval: Quota["interval"]
  readonly from: number
  readonly generation: number
}

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
  return {
    interval: quota.interval,
    from,
    used: 0,
    overageUsed: 0,
    generation: 0,
    previous: stored && periodIn(stored),
  }
}

function periodIn({ from, used, overageUsed, generation }: Count): Period {
  return { from, used, overageUsed, generation }
}

/** The period in which a spend counts now. */
export function periodOf(funds: Funds, now: number): PeriodName | undefined {
  const count = countAt(funds, now)
  return count && { interval: count.interval, from: count.from, generation: count.generation }
}

/** What a spend has taken, from the funds before and after it. */
export function partsPaid(before: Funds, after: Funds, now: number): Parts {
  const [old, fresh] = [countAt(before, now), countAt(after, now)]
  return {
    quota: (fresh?.used ?? 0) - (old?.used ?? 0),
    credits: (before.credits ?? 0) - (after.credits ?? 0),
    overage: (fresh?.overageUsed ?? 0) - (old?.overageUsed ?? 0),
  }
}

interface Origin {
  readonly generation: number
  readonly period: PeriodName | undefined
  /** Credits of the whole hold. */
  readonly reserved: number
}

/** Gives back what a hold has taken: to credits and use that nothing has overwritten, and to the overage of its period. */
export function withParts(funds: Funds, back: Parts, { generation, period, reserved }: Origin): Funds {
  const isSame = funds.credits !== undefined && funds.generation === generation
  const credited = isSame
    ? { ...funds, credits: (funds.credits ?? 0) + back.credits, reserved: funds.reserved - reserved }
    : funds
  const count = period && funds.counts.find(({ interval }) => interval === period.interval)
  if (period === undefined || count === undefined) return credited
  const reduced = (each: Period): Period => ({
    ...each,
    used: each.generation === period.generation ? each.used - back.quota : each.used,
    overageUsed: each.overageUsed - back.overage,
  })
  const isMeant = (each: Period) => each.from === period.from
  if (isMeant(count)) return withCount(credited, { ...count, ...reduced(count) })
  const { previous } = count
  if (previous === undefined || !isMeant(previous)) return credited
  return withCount(credited, { ...count, previous: reduced(previous) })
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
    ...(credits !== undefined && {
      credits: credits?.remaining,
      lowAt: lowAtOf(credits?.remaining),
      generation: funds.generation + 1,
      reserved: 0,
    }),
  }
  const count = countAt({ ...wanted, quota: wanted.quota ?? inherited }, now)
  if (used !== undefined && count === undefined) return undefined
  // What only the plan gives is not counted before the first spend.
  const isSettled = (isOtherDay || isOtherQuota) && (wanted.quota !== undefined || wanted.counts.length > 0)
  if (count === undefined || (used === undefined && !isSettled)) return wanted
  return withCount(wanted, used === undefined ? count : { ...count, used, generation: count.generation + 1 })
}

export function lowAtOf(credits: number | undefined): number | undefined {
  return credits === undefined ? undefined : Math.floor(credits / 10)
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
  const { billingDay, quota, credits, lowAt } = funds
  const count = countAt(funds, now)
  const shown =
    quota === undefined || count === undefined
      ? undefined
      : compact({
          ...quota,
          used: count.used,
          overageUsed: count.overageUsed,
          ...(quota.interval !== "total" && { from: count.from, resets: endOf(funds, now) }),
          previous: count.previous && showPeriod(count.previous),
        })
  return compact({
    billingDay,
    quota: shown,
    credits: credits === undefined ? undefined : compact({ remaining: credits, reserved: funds.reserved, lowAt }),
    otherPeriods: showOtherPeriods(funds),
  })
}

function showOtherPeriods(funds: Funds) {
  const others = funds.counts.filter(({ interval }) => interval !== funds.quota?.interval)
  const shown = others.flatMap(({ interval, ...last }) => {
    const quota = { limit: 0, overage: 0, interval }
    const periods = [last, ...(last.previous === undefined ? [] : [last.previous])]
    return periods.map(({ from, used, overageUsed }) => ({
      ...{ interval, used, overageUsed },
      ...(interval !== "total" && { from, ends: endOf({ ...funds, quota }, from) }),
    }))
  })
  const counted = shown.filter(({ used, overageUsed }) => used + overageUsed > 0)
  return counted.length === 0
    ? undefined
    : counted.sort((one, other) => (one.from ?? 0) - (other.from ?? 0) || (one.ends ?? 0) - (other.ends ?? 0))
}

function showPeriod({ from, used, overageUsed }: Period) {
  return { from, used, overageUsed }
}

/** The fields of a verification or a key. `key` is what the key itself has left. */
export function showBalances(key: number | undefined, funds: Funds | undefined, now: number) {
  if (funds === undefined || !isMetered(funds)) return key === undefined ? undefined : { key }
  const count = countAt(funds, now)
  const quota = funds.quota && count && Math.max(0, funds.quota.limit - count.used)
  return compact({ key, quota, credits: funds.credits, overageUsed: funds.quota && count?.overageUsed })
}
