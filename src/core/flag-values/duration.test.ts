import { describe, expect, test } from "bun:test"
import { durationIn, durationText } from "./duration.ts"

describe("a duration", () => {
  test.each([
    ["24h", 86_400_000],
    ["1d", 86_400_000],
    ["90s", 90_000],
    ["90 seconds", 90_000],
    ["1 minute", 60_000],
    ["1h30m", 5_400_000],
    ["1h 30min", 5_400_000],
    ["1.5h", 5_400_000],
    ["2 weeks", 1_209_600_000],
    ["250ms", 250],
    ["0s", 0],
  ])("%j is %d ms", (text, ms) => {
    expect(durationIn(text)).toBe(ms)
  })

  test.each([[""], ["24"], ["h"], ["1M"], ["1mo"], ["-1h"], ["1h-30m"], ["1e3s"], ["0.0001s"], ["99999999999999999w"]])(
    "%j is none",
    (text) => {
      expect(durationIn(text)).toBeUndefined()
    },
  )

  test("is told in its largest unit", () => {
    expect([60_000, 90_000, 3_600_000, 86_400_000, 604_800_000, 1_500, 0].map(durationText)).toEqual([
      "1m",
      "90s",
      "1h",
      "1d",
      "7d",
      "1500ms",
      "0ms",
    ])
  })
})
