const dayMs = 86_400_000

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" })
const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
})

/** A time on the axis: local, but days are those of UTC, as they are counted. */
export function formatTick(at: number, stepMs: number): string {
  if (stepMs >= dayMs) return day.format(at)
  return time.format(at)
}

/** A whole interval: "14 Nov, 15:00–16:00". */
export function formatInterval(at: number, stepMs: number): string {
  if (stepMs >= dayMs) return `${day.format(at)} (UTC)`
  return `${dayAndTime.format(at)}–${time.format(at + stepMs)}`
}
