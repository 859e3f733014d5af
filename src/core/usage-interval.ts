import { type UsageInterval, usageIntervals } from "../contract/usage-intervals.ts"
import { dayMs, hourMs, minuteMs } from "./durations.ts"
import { dayOf, hourOf, monthStartOf } from "./usage-period.ts"

export interface RangeRequest {
  readonly from: number
  readonly to: number | undefined
  readonly interval: UsageInterval | undefined
  readonly now: number
  /** Days for which hours are kept. */
  readonly hourDays: number
  /** Tags and identifiers are counted by hour, and kept as long as hours. */
  readonly isLabelled: boolean
}

export interface UsageRange {
  readonly from: number
  readonly to: number
  readonly interval: UsageInterval
  /** Start of each interval, ascending. */
  readonly times: readonly number[]
}

export interface RangeViolation {
  readonly field: "from" | "to" | "interval"
  readonly message: string
}

/** Hours for which minutes are kept. */
export const minuteHours = 48
const mostPoints = 1_500
const usualPoints = 120

/** Rounds a range to its interval, or says why it cannot be answered. */
export function resolveUsageRange(request: RangeRequest): UsageRange | RangeViolation {
  const { from, to = Math.max(request.now, from + 1), interval } = request
  if (to <= from) return { field: "to", message: "must be after `from`" }
  if (interval !== undefined) return rangeBy(interval, { ...request, to })
  const usual = usageIntervals.map((one) => rangeBy(one, { ...request, to }))
  const finest = usual.find((range) => "times" in range && range.times.length <= usualPoints)
  return finest ?? rangeBy("total", { ...request, to })
}

function rangeBy(
  interval: UsageInterval,
  request: RangeRequest & { readonly to: number },
): UsageRange | RangeViolation {
  const oldest = oldestKept(interval, request)
  const granule = interval === "total" && request.from < oldestKept("hour", request) ? "day" : interval
  const from = floor(granule, request.from)
  const to = ceil(granule, request.to)
  if (interval === "minute" && request.isLabelled) {
    return { field: "interval", message: "must be `hour` or longer with tags or identifiers" }
  }
  if (from < oldest) {
    const time = new Date(oldest).toISOString()
    return { field: "from", message: `must be at least ${oldest} (${time}) for this interval: older data is coarser` }
  }
  if ((to - from) / shortest[interval] > mostPoints) {
    return { field: "interval", message: `must give at most ${mostPoints} points; choose a longer interval` }
  }
  return { from, to, interval, times: timesBetween(from, to, interval) }
}

const shortest = { minute: minuteMs, hour: hourMs, day: dayMs, month: 28 * dayMs, total: Number.POSITIVE_INFINITY }

/** The earliest `from` of an interval. */
function oldestKept(interval: UsageInterval, { now, hourDays, isLabelled }: RangeRequest): number {
  if (interval === "minute") return hourOf(now) - minuteHours * hourMs
  if (interval === "hour" || isLabelled) return Math.max(0, dayOf(now) - hourDays * dayMs)
  return 0
}

function floor(interval: UsageInterval, time: number): number {
  if (interval === "month") return monthStartOf(time)
  const length = interval === "total" ? hourMs : shortest[interval]
  return Math.floor(time / length) * length
}

function ceil(interval: UsageInterval, time: number): number {
  const start = floor(interval, time)
  return start === time ? time : after(interval === "total" ? "hour" : interval, start)
}

function after(interval: Exclude<UsageInterval, "total">, start: number): number {
  return interval === "month" ? monthStartOf(start, 1) : start + shortest[interval]
}

function timesBetween(from: number, to: number, interval: UsageInterval): readonly number[] {
  if (interval === "total") return [from]
  const times: number[] = []
  for (let time = from; time < to; time = after(interval, time)) times.push(time)
  return times
}
