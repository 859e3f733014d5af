import { dayMs, hourMs, minuteMs } from "../../../../src/core/durations.ts"

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" })
const localDay = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" })
const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
})

/** Lengths between ticks that people count in. */
const roundMs = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * minuteMs)

/** The places of as many ticks as have room: at midnights if there are several, else at round times. */
export function ticksOf(times: readonly number[], stepMs: number, room: number): readonly number[] {
  const all = times.map((_, place) => place)
  const most = Math.max(2, Math.floor(room))
  // The last label would reach beyond the chart.
  const last = times.length - times.length / most / 3
  if (stepMs < dayMs && !showsDays(times, stepMs)) {
    const gapMs = roundMs.find((one) => one >= stepMs && (times.length * stepMs) / one <= most) ?? dayMs / 2
    return all.filter((place) => isRound(times[place] ?? 0, stepMs, gapMs) && place < last)
  }
  const candidates = showsDays(times, stepMs) ? all.filter((place) => isMidnight(times[place] ?? 0, stepMs)) : all
  const every = Math.max(1, Math.ceil(candidates.length / most))
  return candidates.filter((place, rank) => rank % every === 0 && (place === 0 || place < last))
}

/** Whether the local clock reaches a multiple of this length in the interval. Some zones are half an hour beside UTC. */
function isRound(at: number, stepMs: number, lengthMs: number): boolean {
  const date = new Date(at)
  const sinceMs = (date.getHours() * hourMs + date.getMinutes() * minuteMs) % lengthMs
  return sinceMs === 0 || (sinceMs < stepMs && stepMs > minuteMs)
}

/** Several days of hours have a tick at each midnight. */
function showsDays(times: readonly number[], stepMs: number): boolean {
  return stepMs < dayMs && times.length * stepMs > 2 * dayMs
}

function isMidnight(at: number, stepMs: number): boolean {
  return isRound(at, stepMs, dayMs)
}

/** A time on the axis: local, but whole days are those of UTC, as they are counted. */
export function formatTick(at: number, stepMs: number): string {
  if (stepMs >= dayMs) return day.format(at)
  return isMidnight(at, stepMs) ? localDay.format(at) : time.format(at)
}

/** One or more whole intervals: "14 Nov, 15:00–16:00". */
export function formatInterval(at: number, stepMs: number, count = 1): string {
  const end = at + count * stepMs
  if (stepMs >= dayMs) return `${day.format(at)}${count === 1 ? "" : `–${day.format(end - stepMs)}`} (UTC)`
  const isOneDay = localDay.format(at) === localDay.format(end - 1)
  return `${dayAndTime.format(at)}–${(isOneDay ? time : dayAndTime).format(end)}`
}

const zone = new Intl.DateTimeFormat("en", { timeZoneName: "short" })

/** Whose times a chart shows. */
export function zoneOf(at: number, stepMs: number): string {
  if (stepMs >= dayMs) return "Days in UTC"
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? ""
  return `Local time (${name})`
}
