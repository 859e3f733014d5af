/** 00:00 UTC on a day of the month of the instant, or of a month before or after it. A shorter month has its last day. */
export function dayOfMonth(day: number, instantMs: number, monthsLater: number): number {
  const instant = new Date(instantMs)
  const year = instant.getUTCFullYear()
  // `Date` reads month 12 as January of the next year, and month -1 as December of the last.
  const month = instant.getUTCMonth() + monthsLater
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, lastDay))
}
