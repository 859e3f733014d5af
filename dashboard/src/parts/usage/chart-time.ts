import { dayMs } from "../../../../src/core/durations.ts"

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" })
const localDay = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" })
const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
})

/** Several days of hours have a tick at each midnight. */
export function showsDays(times: readonly number[], stepMs: number): boolean {
  return stepMs < dayMs && times.length * stepMs > 2 * dayMs
}

export function isMidnight(at: number): boolean {
  return new Date(at).getHours() === 0 && new Date(at).getMinutes() === 0
}

/** A time on the axis: local, but whole days are those of UTC, as they are counted. */
export function formatTick(at: number, stepMs: number): string {
  if (stepMs >= dayMs) return day.format(at)
  return isMidnight(at) ? localDay.format(at) : time.format(at)
}

/** A whole interval: "14 Nov, 15:00–16:00". */
export function formatInterval(at: number, stepMs: number): string {
  if (stepMs >= dayMs) return `${day.format(at)} (UTC)`
  return `${dayAndTime.format(at)}–${time.format(at + stepMs)}`
}

const zone = new Intl.DateTimeFormat("en", { timeZoneName: "short" })

/** Whose times a chart shows. */
export function zoneOf(at: number, stepMs: number): string {
  if (stepMs >= dayMs) return "Days in UTC"
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? ""
  return `Local time (${name})`
}
