import { dayMs, hourMs, minuteMs } from "../../src/core/durations.ts"

/** How far back charts and lists of a page reach. It is part of the address and stays from page to page. */
export const ranges = ["1h", "24h", "7d", "30d"] as const
export type Range = (typeof ranges)[number]

const rangeMs: Readonly<Record<Range, number>> = {
  "1h": hourMs,
  "24h": dayMs,
  "7d": 7 * dayMs,
  "30d": 30 * dayMs,
}
const rangeIntervals = { "1h": "minute", "24h": "hour", "7d": "hour", "30d": "day" } as const

/** The search of every page in a workspace. */
export function rangeSearch(search: Record<string, unknown>): { range?: Range } {
  const range = ranges.find((one) => one === search.range)
  return range ? { range } : {}
}

/** The question for usage operations. `from` moves in whole steps, so that a question stays the same for a while. */
export function usagePeriod(range: Range, now: number) {
  const interval = rangeIntervals[range]
  const stepMs = interval === "minute" ? minuteMs : interval === "hour" ? hourMs : dayMs
  const lengthMs = rangeMs[range]
  // A total covers whole hours, so that sums of an hour are made of minutes.
  const sumInterval = interval === "minute" ? ("minute" as const) : ("total" as const)
  return { from: Math.floor((now - lengthMs) / stepMs) * stepMs + stepMs, interval, sumInterval, stepMs, lengthMs }
}

/** Filters of a page in its address: texts that are left out when empty. */
export function filters<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const entries = names.flatMap((name) => {
      const value = search[name]
      const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value
      return typeof text === "string" && text !== "" ? [[name, text]] : []
    })
    return Object.fromEntries(entries)
  }
}
