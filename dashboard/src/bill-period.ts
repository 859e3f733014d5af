import { hourMs, minuteMs } from "../../src/core/durations.ts"
import { hourOf, monthBefore } from "../../src/core/usage-period.ts"
import { boundsOf, type Range } from "./range.ts"

export interface BillPeriod {
  readonly range: Range
  /** Whole hours, as sums are kept. `to` is the end of the hour that has begun, if the range is not over. */
  readonly bounds: { readonly from: number; readonly to: number }
  /** The month before, or the same length of time before. Undefined before time began. */
  readonly before: { readonly from: number; readonly to: number } | undefined
  readonly isOver: boolean
}

/** The time of a range as a bill needs it. */
export function billPeriod(range: Range, now: number): BillPeriod {
  const { from: begin = 0, until } = boundsOf(range, now)
  const present = hourOf(now) + hourMs
  const end = until === undefined || until > now ? present : hourOf(until + hourMs - 1)
  const from = Math.max(0, hourOf(range.type === "last" ? begin + hourMs : begin))
  const to = Math.max(end, from + hourMs)
  const before = range.type === "month" ? monthBefore({ from, to }) : { from: from - (to - from), to: from }
  return {
    range,
    bounds: { from, to },
    before: before.from < 0 ? undefined : before,
    isOver: to <= now - minuteMs,
  }
}
