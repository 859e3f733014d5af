import type { UsageInterval } from "../../src/contract/usage-intervals.ts"
import { dayMs, hourMs, minuteMs } from "../../src/core/durations.ts"
import { minuteHours } from "../../src/core/usage-interval.ts"
import { monthBefore } from "../../src/core/usage-period.ts"
import { boundsOf, type Preset, type Range } from "./range.ts"

type Interval = "minute" | "hour" | "day"

export interface UsagePeriod {
  /** For the question to usage operations. `to` is absent if it is the present. */
  readonly bounds: { readonly from: number; readonly to?: number }
  readonly interval: Interval
  /** For sums over the whole period. */
  readonly sumInterval: "minute" | "total"
  /** The same length of time before, or the month before, where it is counted as finely. */
  readonly before: { readonly from: number; readonly to: number } | undefined
  /** Nothing is counted here any more. */
  readonly isOver: boolean
}

const stepsMs: Readonly<Record<Interval, number>> = { minute: minuteMs, hour: hourMs, day: dayMs }

/** The length of an interval that a chart asked for. */
export function stepMsOf(interval: UsageInterval): number {
  return interval === "minute" || interval === "hour" ? stepsMs[interval] : dayMs
}

const presetIntervals: Readonly<Record<Preset, Interval>> = {
  "15m": "minute",
  "1h": "minute",
  "3h": "minute",
  "24h": "hour",
  "7d": "hour",
  "30d": "day",
  "90d": "day",
}

/** The longest periods that a chart shows by minute and by hour, and the longest of all. */
const longestMs: Readonly<Record<Interval, number>> = { minute: 4 * hourMs, hour: 8 * dayMs, day: 1_400 * dayMs }
/** How long counts are kept, with an hour for clocks that differ. Hours: KEYWARD_USAGE_DAYS, 400 by default. */
const keptMs: Readonly<Record<Interval, number>> = {
  minute: (minuteHours - 1) * hourMs,
  hour: 399 * dayMs,
  day: Number.POSITIVE_INFINITY,
}

/** The question for usage operations. It moves in whole steps, so that it stays the same for a while. */
export function usagePeriod(range: Range, now: number): UsagePeriod {
  const { from: begin, until } = boundsOf(range, now)
  const end = until ?? now
  const start = Math.max(begin ?? 0, end - longestMs.day, 0)
  const interval = range.type === "last" ? presetIntervals[range.preset] : finestInterval(start, end, now)
  const stepMs = stepsMs[interval]
  const floor = (time: number) => Math.floor(time / stepMs) * stepMs
  // The last length of time ends with the interval that has begun.
  const from = range.type === "last" ? floor(start) + stepMs : floor(start)
  const to = until === undefined || until > now ? undefined : Math.max(floor(until - 1), from) + stepMs
  return {
    bounds: { from, ...(to !== undefined && { to }) },
    interval,
    // A total covers whole hours, so that sums of less are made of minutes.
    sumInterval: interval === "minute" ? "minute" : "total",
    before: periodBefore(range, { from, to: to ?? floor(now) + stepMs }, now - keptMs[interval]),
    // Nodes store counts a moment later.
    isOver: to !== undefined && now >= to + minuteMs,
  }
}

function finestInterval(start: number, end: number, now: number): Interval {
  const isFine = (interval: Interval) => end - start <= longestMs[interval] && start >= now - keptMs[interval]
  return isFine("minute") ? "minute" : isFine("hour") ? "hour" : "day"
}

function periodBefore(range: Range, { from, to }: { from: number; to: number }, oldest: number): UsagePeriod["before"] {
  if (to <= from) return undefined
  const before = range.type === "month" ? monthBefore({ from, to }) : { from: from - (to - from), to: from }
  return before.from < Math.max(oldest, 0) ? undefined : before
}

/** The time of a log, exactly. Without `until` it reaches to the present, and new rows follow. */
export function logPeriod(range: Range, now: number): { readonly since?: number; readonly until?: number } {
  const { from, until } = boundsOf(range, now)
  return {
    ...(from !== undefined && { since: Math.max(0, from) }),
    ...(until !== undefined && until <= now && { until }),
  }
}
