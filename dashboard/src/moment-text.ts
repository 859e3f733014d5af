import { minuteMs } from "../../src/core/durations.ts"

const clock = /^\d{1,2}:\d\d(:\d\d)?$/
const date = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?( ?(Z|UTC|[+-]\d\d:?\d\d))?$/i
/** In the year 2100. */
const latest = 4_102_444_800_000

/**
 * The time that a person types or pastes from a log: "14:05" is the last one, "2026-11-14 14:05" is local unless it names
 * its zone, and ten or thirteen digits are Unix seconds or milliseconds.
 */
export function parseMoment(text: string, now: number): number | undefined {
  const trimmed = text.trim()
  const at = momentIn(trimmed, now)
  return Number.isInteger(at) && at >= 0 && at < latest ? at : undefined
}

function momentIn(text: string, now: number): number {
  if (/^\d{13}$/.test(text)) return Number(text)
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  if (clock.test(text)) return lastAt(text.padStart(text.lastIndexOf(":") > 3 ? 8 : 5, "0"), now)
  if (!date.test(text)) return Number.NaN
  const [day = "", rest = ""] = [text.slice(0, 10), text.slice(11)]
  const zoned = rest
    .replace(",", ".")
    .replace(/ ?UTC$/i, "Z")
    .replace(/ ?([+-]\d\d):?(\d\d)$/, "$1:$2")
  return Date.parse(`${day}T${zoned.toUpperCase()}`)
}

/** The last time that a clock showed this. */
function lastAt(time: string, now: number): number {
  const at = new Date(`${formatLocal(now).slice(0, 10)}T${time}`)
  if (at.getTime() > now) at.setDate(at.getDate() - 1)
  return at.getTime()
}

/** A time as fields for dates and times hold it: local, "2026-11-14T14:05", with seconds where it has them. */
export function formatLocal(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * minuteMs
  return new Date(at - offsetMs).toISOString().replace(/(:00)?\.\d{3}Z$/, "")
}
