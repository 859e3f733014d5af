import { describe, expect, test } from "bun:test"
import { momentIn } from "./moment.ts"

describe("a moment", () => {
  const now = Date.UTC(2027, 0, 31, 10)
  const ahead = (text: string) => momentIn(text, { now, direction: "ahead" })
  const back = (text: string) => momentIn(text, { now, direction: "back" })

  test("is a date, a time with its zone, or Unix milliseconds", () => {
    expect(ahead("2030-01-02")).toBe(Date.UTC(2030, 0, 2))
    expect(ahead("2030-01-02T03:04Z")).toBe(Date.UTC(2030, 0, 2, 3, 4))
    expect(ahead("2030-01-02 03:04:05 UTC")).toBe(Date.UTC(2030, 0, 2, 3, 4, 5))
    expect(ahead("2030-01-02T03:04:05.5+01:00")).toBe(Date.UTC(2030, 0, 2, 2, 4, 5, 500))
    expect(ahead(String(now))).toBe(now)
    expect(ahead("0")).toBe(0)
  })

  test("counts from now, ahead or back", () => {
    expect(ahead("30d")).toBe(now + 30 * 86_400_000)
    expect(ahead("now")).toBe(now)
    expect(back("2h")).toBe(now - 7_200_000)
    expect(ahead("1mo")).toBe(Date.UTC(2027, 1, 28, 10))
    expect(ahead("13 months")).toBe(Date.UTC(2028, 1, 29, 10))
    expect(ahead("1 year")).toBe(Date.UTC(2028, 0, 31, 10))
    expect(back("2mo")).toBe(Date.UTC(2026, 10, 30, 10))
  })

  test.each([
    ["tomorrow"],
    ["2030-02-30"],
    ["2030-13-01"],
    ["2030-01-02T03:04"],
    ["2030-01-02T25:00Z"],
    ["30"],
    ["1767225600"],
    ["-30d"],
    [""],
    ["99999y"],
  ])("%j is none", (text) => {
    expect(ahead(text)).toBeUndefined()
  })

  test("back at a local time is the last one: today, or yesterday if that is still to come", () => {
    const at = (day: number, hours: number, minutes: number, seconds = 0) =>
      new Date(2027, 0, day, hours, minutes, seconds).getTime()
    const noon = at(31, 12, 0)
    const since = (text: string) => momentIn(text, { now: noon, direction: "back" })
    expect(since("11:05")).toBe(at(31, 11, 5))
    expect(since("9:05:30")).toBe(at(31, 9, 5, 30))
    expect(since("12:00")).toBe(noon)
    expect(since("14:05")).toBe(at(30, 14, 5))
    expect([since("24:00"), since("12:60"), since("12:5")]).toEqual([undefined, undefined, undefined])
    // A key does not expire at a time of the past.
    expect(ahead("14:05")).toBeUndefined()
  })
})
