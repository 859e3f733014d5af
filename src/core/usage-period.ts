const hourMs = 3_600_000

/** The start of the hour of an instant. */
export function hourOf(now: number): number {
  return Math.floor(now / hourMs) * hourMs
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
