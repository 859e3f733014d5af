import { durationIn } from "../../../core/flag-values/duration.ts"

/** The direction of a duration: a key expires in 30d, events are listed since 2h ago. */
export type Direction = "ahead" | "back"

interface MomentContext {
  readonly now: number
  readonly direction: Direction
}

/** Reads a date, a time, a duration from now or Unix milliseconds; undefined for anything else. */
export function momentIn(text: string, { now, direction }: MomentContext): number | undefined {
  if (text === "now") return now
  if (/^\d+$/.test(text)) return unixMillis(Number(text))
  if (/^\d{4}-/.test(text)) return dateIn(text)
  if (direction === "back" && text.includes(":")) return lastAt(text, now)
  const sign = direction === "ahead" ? 1 : -1
  const [, count, unit] = /^(\d{1,4})\s*(mo|months?|y|years?)$/.exec(text) ?? []
  if (count !== undefined) return monthsFrom(now, sign * Number(count) * (unit?.startsWith("y") ? 12 : 1))
  const ms = durationIn(text)
  return ms === undefined ? undefined : now + sign * ms
}

/** Smaller numbers would be before 1973, and are probably seconds or days. */
const leastMillis = 100_000_000_000

function unixMillis(number: number): number | undefined {
  return Number.isSafeInteger(number) && (number === 0 || number >= leastMillis) ? number : undefined
}

/** A day is in UTC; a time needs its zone. Rejects dates such as February 30. */
function dateIn(text: string): number | undefined {
  const form = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:\d{2}))?$/
  const [, day, time, zone] = form.exec(text) ?? []
  const start = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) return undefined
  const moment = time === undefined ? start : Date.parse(`${day}T${time}${zone === "UTC" ? "Z" : zone}`)
  return Number.isNaN(moment) ? undefined : moment
}

/** For help. */
export const clockHelp = "a local time of the last 24 hours (14:05)"

/** The last time that a local clock showed this: today, or yesterday if that is still to come. */
function lastAt(text: string, now: number): number | undefined {
  const [, hours, minutes, seconds = "0"] = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? []
  if (hours === undefined) return undefined
  const today = new Date(now).setHours(Number(hours), Number(minutes), Number(seconds), 0)
  if (today <= now) return today
  const date = new Date(today)
  return date.setDate(date.getDate() - 1)
}

/** The same day of another month, or the last day of a shorter month. */
function monthsFrom(now: number, months: number): number {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}
