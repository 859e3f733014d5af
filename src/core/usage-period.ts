const hourMs = 3_600_000

/** When the hour of an instant began. */
export function hourOf(now: number): number {
  return Math.floor(now / hourMs) * hourMs
}

// Formatting a date for every verification would be a noticeable part of it.
let lastHour = -1
let lastMonth = ""

/** The calendar month of an instant in UTC, as quotas count. */
export function monthOf(now: number): string {
  const hour = hourOf(now)
  if (hour !== lastHour) {
    lastHour = hour
    lastMonth = new Date(now).toISOString().slice(0, 7)
  }
  return lastMonth
}
