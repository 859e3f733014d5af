import { expect, test } from "bun:test"
import { KeywardError } from "@keyward/client"
import { messageOf } from "../../dashboard/src/error-messages.ts"
import { listChange } from "../../dashboard/src/parts/events/changes.ts"
import { formatDay, formatMoment, formatPercent, formatShort, visibleText } from "../../dashboard/src/ui/format.ts"

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

test("large numbers are short, and the largest have separators", () => {
  const numbers = [99_999, 100_000, 1_340_000, 10 ** 15, Number.MAX_SAFE_INTEGER]
  expect(numbers.map(formatShort)).toEqual(["99,999", "100K", "1.3M", "1,000T", "9,007.2T"])
})

test("a lost connection is told in words for people, whatever the browser calls it", () => {
  const said = "The server cannot be reached. Check your connection, and try again."
  for (const reason of ["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"]) {
    const error = new KeywardError({ operation: "keys.listKeys", code: "client/unreachable", detail: reason })
    expect(messageOf(error)).toBe(said)
  }
  expect(messageOf(new Error("Something else."))).toBe("Something else.")
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
