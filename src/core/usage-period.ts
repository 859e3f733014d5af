import { dayMs, hourMs } from "./durations.ts"

/** The start of the hour of an instant. */
export function hourOf(now: number): number {
  return Math.floor(now / hourMs) * hourMs
}

/** The start of the day of an instant, in UTC. */
export function dayOf(now: number): number {
  return Math.floor(now / dayMs) * dayMs
}

/** The start of the calendar month of an instant, in UTC; `later` moves it by whole months. */
export function monthStartOf(now: number, later = 0): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
}

/** The calendar month before, or the same part of it while the month is not over. */
export function monthBefore({ from, to }: { readonly from: number; readonly to: number }) {
  const start = monthStartOf(from, -1)
  const isOver = to >= monthStartOf(from, 1)
  return { from: start, to: isOver ? from : Math.min(start + (to - from), from) }
}

// The last month is cached, because formatting a date takes a noticeable part of a verification.
let lastHour = -1
let lastMonth = ""

/** The UTC calendar month of an instant, as quotas count it. */
export function monthOf(now: number): string {
  const hour = hourOf(now)
  if (hour !== lastHour) {
    lastHour = hour
    lastMonth = new Date(now).toISOString().slice(0, 7)
  }
  return lastMonth
}

/** The start of the next UTC calendar month, at which quotas count from zero. */
export function nextMonthAfter(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
