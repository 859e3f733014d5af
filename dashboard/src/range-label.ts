import { minuteMs } from "../../src/core/durations.ts"
import type { Preset, Range } from "./range.ts"

export const presetNames: Readonly<Record<Preset, string>> = {
  "15m": "15 min",
  "1h": "1 h",
  "3h": "3 h",
  "24h": "24 h",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
}

const minutes = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
const seconds = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" })
const dayOfYear = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", year: "numeric" })
const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" })

/** A range in local time: "13:50–14:20" of today, "Nov 14, 13:50–14:20", "14:05 ± 15 min", "November 2026". */
export function labelOf(range: Range, now: number): string {
  switch (range.type) {
    case "last":
      return `Last ${presetNames[range.preset]}`
    case "month":
      return monthName(range.start)
    case "around":
      return `${momentName(range.at, now)} ± ${range.minutes} min`
    case "between":
      return betweenName(range, now)
  }
}

/** "November 2026" */
export function monthName(start: number): string {
  return month.format(start)
}

function betweenName({ from, until }: Extract<Range, { type: "between" }>, now: number): string {
  if (from === undefined) return `Until ${momentName(until ?? now, now)}`
  if (until === undefined) return `Since ${momentName(from, now)}`
  if (dayName(from, now) === dayName(until, now)) return `${momentName(from, now)}–${clockName(until)}`
  return `${dayName(from, now)}, ${clockName(from)} – ${dayName(until, now)}, ${clockName(until)}`
}

/** The day is left out if it is today. */
function momentName(at: number, now: number): string {
  const name = dayName(at, now)
  return name === dayName(now, now) ? clockName(at) : `${name}, ${clockName(at)}`
}

function dayName(at: number, now: number): string {
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? day.format(at) : dayOfYear.format(at)
}

function clockName(at: number): string {
  return (at % minuteMs === 0 ? minutes : seconds).format(at)
}
