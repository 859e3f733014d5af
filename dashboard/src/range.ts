import { dayMs, hourMs, minuteMs } from "../../src/core/durations.ts"
import { monthStartOf } from "../../src/core/usage-period.ts"

/** Lengths of time up to the present, as they are in the address. */
export const presets = ["15m", "1h", "3h", "24h", "7d", "30d", "90d"] as const
export type Preset = (typeof presets)[number]

export const presetMs: Readonly<Record<Preset, number>> = {
  "15m": 15 * minuteMs,
  "1h": hourMs,
  "3h": 3 * hourMs,
  "24h": dayMs,
  "7d": 7 * dayMs,
  "30d": 30 * dayMs,
  "90d": 90 * dayMs,
}

/** Minutes before and after a moment. */
export const margins = [5, 15, 60] as const
export type Margin = (typeof margins)[number]

/** The time that a page shows. It is part of the address and stays from page to page. */
export type Range =
  | { readonly type: "last"; readonly preset: Preset }
  /** At least one of both. Without `until` it reaches to the present. */
  | { readonly type: "between"; readonly from?: number; readonly until?: number }
  | { readonly type: "around"; readonly at: number; readonly minutes: Margin }
  /** A calendar month in UTC, as usage is billed, by its first instant. */
  | { readonly type: "month"; readonly start: number }

export const usualRange: Range = { type: "last", preset: "24h" }

/** The calendar month that has begun. */
export function thisMonth(now: number): Range {
  return { type: "month", start: monthStartOf(now) }
}

const month = /^(\d{4})-(\d\d)$/
const around = /^([^_]+)_(\d+)m$/
const between = /^(.*)\.\.(.*)$/

/** The range that a text in the address names. Anyone can make a link, so it may name none. */
export function parseRange(text: string): Range | undefined {
  const preset = presets.find((one) => one === text)
  if (preset) return { type: "last", preset }
  if (month.test(text)) {
    const start = parseTime(`${text.replace("-", "")}01T0000Z`)
    return start === undefined ? undefined : { type: "month", start }
  }
  const [, center = "", length = ""] = around.exec(text) ?? []
  const minutes = margins.find((one) => String(one) === length)
  if (minutes !== undefined) {
    const at = parseTime(center)
    return at === undefined ? undefined : { type: "around", at, minutes }
  }
  const [, first, last] = between.exec(text) ?? []
  return first === undefined || last === undefined ? undefined : parseBetween(first, last)
}

function parseBetween(first: string, last: string): Range | undefined {
  const from = parseTime(first)
  const until = parseTime(last)
  const isWrong = (first !== "" && from === undefined) || (last !== "" && until === undefined)
  return isWrong ? undefined : rangeBetween(from, until)
}

/** The range from one time until another, unless it is empty. */
export function rangeBetween(from: number | undefined, until: number | undefined): Range | undefined {
  if (from === undefined && until === undefined) return undefined
  if (from !== undefined && until !== undefined && from >= until) return undefined
  return { type: "between", ...(from !== undefined && { from }), ...(until !== undefined && { until }) }
}

/** The text of a range in the address. */
export function formatRange(range: Range): string {
  switch (range.type) {
    case "last":
      return range.preset
    case "month":
      return new Date(range.start).toISOString().slice(0, 7)
    case "around":
      return `${formatTime(range.at)}_${range.minutes}m`
    case "between":
      return `${formatTime(range.from)}..${formatTime(range.until)}`
  }
}

interface Bounds {
  readonly from: number | undefined
  /** Undefined if it is the present. */
  readonly until: number | undefined
}

/** Where a range begins and ends. */
export function boundsOf(range: Range, now: number): Bounds {
  switch (range.type) {
    case "last":
      return { from: now - presetMs[range.preset], until: undefined }
    case "month":
      return { from: range.start, until: monthStartOf(range.start, 1) }
    case "around":
      return { from: range.at - range.minutes * minuteMs, until: range.at + range.minutes * minuteMs }
    case "between":
      return { from: range.from, until: range.until }
  }
}

const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(?:\.(\d{3}))?Z$/
/** Usage accepts no later times. */
const years = { first: 1970, last: 2099 }

/** A time as `20261114T1405Z`: ISO 8601 without the colons, which an address would show as `%3A`. */
function parseTime(text: string): number | undefined {
  const [found, year, month, day, hour, minute, second = "00", millis = "000"] = time.exec(text) ?? []
  if (found === undefined || Number(year) < years.first || Number(year) > years.last) return undefined
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}Z`
  const at = Date.parse(iso)
  // Some days, such as 30 February, would become others.
  return !Number.isNaN(at) && new Date(at).toISOString() === iso ? at : undefined
}

function formatTime(at: number | undefined): string {
  if (at === undefined) return ""
  const text = new Date(at).toISOString().replace(/[-:]/g, "").replace(".000Z", "Z")
  return text.replace(/^(.{13})00Z$/, "$1Z")
}
