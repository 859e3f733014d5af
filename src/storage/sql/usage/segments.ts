import type { UsageInterval } from "../../../contract/usage-intervals.ts"
import { dayMs, hourMs, minuteMs } from "../../../core/durations.ts"
import { dayOf, hourOf, monthStartOf } from "../../../core/usage-period.ts"

/** Rows of one table whose parts from `first` up to `end` belong to the range. */
export interface Segment {
  readonly table: "usage_hours" | "usage_days" | "usage_months" | "usage_label_days" | "usage_label_hours"
  readonly periods: readonly number[]
  /** Empty for rows that count in one column: `pending` counts of hours, and hours of labels. */
  readonly slots: readonly number[]
  readonly slotMs: number
  /** Whether the parts of a row are added up, because they belong to one interval. */
  readonly isSummed: boolean
}

interface Level {
  readonly table: Segment["table"]
  readonly slotMs: number
  readonly slotsAtMost: number
  startOf(time: number): number
  next(start: number): number
}

const minutes: Level = {
  table: "usage_hours",
  slotMs: minuteMs,
  slotsAtMost: 60,
  startOf: hourOf,
  next: (start) => start + hourMs,
}
const hours: Level = {
  table: "usage_days",
  slotMs: hourMs,
  slotsAtMost: 24,
  startOf: dayOf,
  next: (start) => start + dayMs,
}
const labelHours: Level = { ...hours, table: "usage_label_days" }
const days: Level = {
  table: "usage_months",
  slotMs: dayMs,
  slotsAtMost: 31,
  startOf: monthStartOf,
  next: (start) => monthStartOf(start, 1),
}

interface Range {
  readonly from: number
  readonly to: number
  readonly interval: UsageInterval
  /** Hours whose counts are not in days and months yet. */
  readonly pendingHours: readonly number[]
}

/** The fewest rows that hold all counts of a range. */
export function segmentsOf({ from, to, interval, pendingHours }: Range): readonly Segment[] {
  if (interval === "minute") return cover(minutes, { from, to, isSummed: false })
  const pending = pendingSegment("usage_hours", pendingHours, { from, to })
  if (interval === "hour") return [...cover(hours, { from, to, isSummed: false }), ...pending]
  const isSummed = interval !== "day"
  const firstDay = Math.min(dayOf(from + dayMs - 1), to)
  const lastDay = Math.max(dayOf(to), firstDay)
  return [
    ...cover(hours, { from, to: firstDay, isSummed: true }),
    ...cover(days, { from: firstDay, to: lastDay, isSummed }),
    ...cover(hours, { from: lastDay, to, isSummed: true }),
    ...pending,
  ]
}

/** The same for counts by label. */
export function labelSegmentsOf({ from, to, interval, pendingHours }: Range): readonly Segment[] {
  return [
    ...cover(labelHours, { from, to, isSummed: interval !== "hour" }),
    ...pendingSegment("usage_label_hours", pendingHours, { from, to }),
  ]
}

function pendingSegment(
  table: Segment["table"],
  pendingHours: readonly number[],
  { from, to }: Pick<Range, "from" | "to">,
): readonly Segment[] {
  const periods = pendingHours.filter((hour) => hour >= from && hour < to)
  return periods.length === 0 ? [] : [{ table, periods, slots: [], slotMs: hourMs, isSummed: true }]
}

/** Up to three segments: the first period, all periods that lie within the range, and the last one. */
function cover(
  { table, slotMs, slotsAtMost, startOf, next }: Level,
  { from, to, isSummed }: { readonly from: number; readonly to: number; readonly isSummed: boolean },
): readonly Segment[] {
  if (from >= to) return []
  const bySlots = new Map<string, { readonly first: number; readonly end: number; readonly periods: number[] }>()
  for (let period = startOf(from); period < to; period = next(period)) {
    const first = Math.max(0, (from - period) / slotMs)
    const end = to >= next(period) ? slotsAtMost : (to - period) / slotMs
    const name = `${first}/${end}`
    const found = bySlots.get(name) ?? { first, end, periods: [] }
    bySlots.set(name, found)
    found.periods.push(period)
  }
  return [...bySlots.values()].map(({ first, end, periods }) => {
    const slots = Array.from({ length: end - first }, (_, index) => first + index)
    return { table, periods, slots, slotMs, isSummed }
  })
}
