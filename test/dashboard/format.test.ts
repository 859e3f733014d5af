import { expect, test } from "bun:test"
import { listChange } from "../../dashboard/src/parts/events/changes.ts"
import { formatDay, formatMoment, formatPercent, visibleText } from "../../dashboard/src/ui/format.ts"

test("a moment of another day says which day it was", () => {
  const now = new Date(2026, 10, 16, 17, 0).getTime()
  expect(formatMoment(new Date(2026, 10, 16, 0, 4, 12, 480).getTime(), now)).toBe("00:04:12.480")
  expect(formatMoment(new Date(2026, 10, 15, 23, 59, 59, 999).getTime(), now)).toBe("Nov 15 23:59")
})

test("days are named as people name them", () => {
  const now = new Date(2026, 2, 1, 9, 0).getTime()
  const dayOf = (...date: [number, number, number]) => formatDay(new Date(...date, 23, 59).getTime(), now)
  expect(dayOf(2026, 2, 1)).toBe("Today")
  expect(dayOf(2026, 1, 28)).toBe("Yesterday")
  expect(dayOf(2026, 1, 27)).toBe("Friday, Feb 27")
  expect(dayOf(2025, 11, 31)).toBe("Wednesday, Dec 31, 2025")
})

test("more than everything is not cut to everything, and almost everything is not rounded up to it", () => {
  expect([0, 0.5, 0.99999, 1, 12.4].map(formatPercent)).toEqual(["0 %", "50.0 %", "99.99 %", "100 %", "1,240 %"])
})

test("a list that came or went is shown by its entries", () => {
  expect(listChange(undefined, ["reports.export"])).toEqual({ removed: [], added: ["reports.export"] })
  expect(listChange(["reports.export"], undefined)).toEqual({ removed: ["reports.export"], added: [] })
  expect(listChange("text", undefined)).toBeUndefined()
})

test("characters that hide or turn text are shown as what they are", () => {
  expect(visibleText("evil\u202Egnp")).toBe("evil\\u{202e}gnp")
  expect(visibleText("ad\u200Dmin \u200Dx")).toBe("ad\\u{200d}min \\u{200d}x")
  expect(visibleText("👍\u200Dx")).toBe("👍\\u{200d}x")
})

test("emoji and the scripts that need joiners are shown as people write them", () => {
  for (const text of ["Ünï שלום", "👩‍👩‍👧", "🏳️‍🌈", "👩🏽‍💻", "می‌خواهم", "क्‍ष", "two\nlines"])
    expect(visibleText(text)).toBe(text)
})
