import { expect, test } from "bun:test"
import { formatLocal, parseMoment } from "../../dashboard/src/moment-text.ts"
import { labelOf } from "../../dashboard/src/range-label.ts"

const now = new Date(2026, 10, 14, 15, 30).getTime()
const today = (hour: number, minute: number, second = 0) => new Date(2026, 10, 14, hour, minute, second).getTime()

test("a range says when it is, and no more than people need", () => {
  const from = today(13, 50)
  expect(labelOf({ type: "last", preset: "7d" }, now)).toBe("Last 7 days")
  expect(labelOf({ type: "between", from, until: today(14, 20) }, now)).toBe("13:50–14:20")
  expect(labelOf({ type: "between", from, until: today(14, 20, 30) }, now)).toBe("13:50–14:20:30")
  expect(labelOf({ type: "between", from }, now)).toBe("Since 13:50")
  expect(labelOf({ type: "around", at: from, minutes: 15 }, now)).toBe("13:50 ± 15 min")
  const friday = new Date(2026, 10, 13, 9, 5).getTime()
  expect(labelOf({ type: "between", from: friday, until: friday + 60_000 }, now)).toBe("Nov 13, 09:05–09:06")
  expect(labelOf({ type: "between", from: friday, until: from }, now)).toBe("Nov 13, 09:05 – Nov 14, 13:50")
  const lastYear = new Date(2025, 10, 13, 9, 5).getTime()
  expect(labelOf({ type: "between", until: lastYear }, now)).toBe("Until Nov 13, 2025, 09:05")
  expect(labelOf({ type: "month", start: Date.UTC(2026, 10) }, now)).toBe("November 2026")
})

test("a moment is what people type, and what they paste from a log", () => {
  const moments: Readonly<Record<string, number>> = {
    "14:05": today(14, 5),
    " 9:05 ": today(9, 5),
    "14:05:30": today(14, 5, 30),
    "15:31": new Date(2026, 10, 13, 15, 31).getTime(),
    "2026-11-14 14:05": today(14, 5),
    "2026-11-14T14:05:30": today(14, 5, 30),
    "2026-11-14T14:05:30.250Z": Date.UTC(2026, 10, 14, 14, 5, 30, 250),
    "2026-11-14 14:05:30,250 UTC": Date.UTC(2026, 10, 14, 14, 5, 30, 250),
    "2026-11-14 14:05 +0100": Date.UTC(2026, 10, 14, 13, 5),
    "2026-11-14T14:05-02:30": Date.UTC(2026, 10, 14, 16, 35),
    "1794666300": 1_794_666_300_000,
    "1794666300123": 1_794_666_300_123,
  }
  for (const [text, at] of Object.entries(moments)) expect([text, parseMoment(text, now)]).toEqual([text, at])
  for (const text of ["", "soon", "25:00", "14:61", "14", "2026-11-14", "2026-13-14 14:05", "9999999999999"]) {
    expect([text, parseMoment(text, now)]).toEqual([text, undefined])
  }
})

test("a field for a time gets back what it was filled with", () => {
  for (const at of [today(0, 0), today(14, 5), today(14, 5, 30)]) expect(parseMoment(formatLocal(at), now)).toBe(at)
})
