import { dayMs, hourMs } from "../../../../src/core/durations.ts"
import { minuteHours } from "../../../../src/core/usage-interval.ts"

type Interval = "minute" | "hour" | "day"

/** One request counts at most 1,500 intervals. */
const longestMs: Readonly<Record<Exclude<Interval, "day">, number>> = { minute: dayMs, hour: 60 * dayMs }
/** How long counts are kept, with an hour for clocks that differ. */
const keptMs: Readonly<Record<Exclude<Interval, "day">, number>> = {
  minute: (minuteHours - 1) * hourMs,
  hour: 399 * dayMs,
}

/** The finest interval that the counts of a time have: people ask "at what minute?", where a chart shows hours. */
export function incidentInterval({ from, to }: { readonly from: number; readonly to?: number }, now: number): Interval {
  const isFine = (interval: Exclude<Interval, "day">) =>
    (to ?? now) - from <= longestMs[interval] && from >= now - keptMs[interval]
  return isFine("minute") ? "minute" : isFine("hour") ? "hour" : "day"
}
