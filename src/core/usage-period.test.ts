import { expect, test } from "bun:test"
import { hourOf, monthBefore, monthOf } from "./usage-period.ts"

test("a month is that of UTC", () => {
  expect(monthOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999))).toBe("2026-12")
  expect(monthOf(Date.UTC(2027, 0, 1))).toBe("2027-01")
})

test("an hour begins with its first millisecond", () => {
  const hour = Date.UTC(2026, 11, 31, 23)
  expect([hourOf(hour), hourOf(hour + 3_599_999), hourOf(hour + 3_600_000)]).toEqual([hour, hour, hour + 3_600_000])
})

test("a month is compared with the month before, or with the same part of it", () => {
  const march = Date.UTC(2026, 2)
  const february = Date.UTC(2026, 1)
  expect(monthBefore({ from: march, to: Date.UTC(2026, 3) })).toEqual({ from: february, to: march })
  expect(monthBefore({ from: march, to: Date.UTC(2026, 2, 10, 5) })).toEqual({
    from: february,
    to: Date.UTC(2026, 1, 10, 5),
  })
  // The last days of March have no counterpart.
  expect(monthBefore({ from: march, to: Date.UTC(2026, 2, 31) })).toEqual({ from: february, to: march })
})
