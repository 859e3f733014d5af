import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { billPeriod } from "../../dashboard/src/bill-period.ts"
import { logPeriod, usagePeriod } from "../../dashboard/src/period.ts"
import { margins, presetMs, presets, type Range, rangeBetween } from "../../dashboard/src/range.ts"
import { resolveUsageRange } from "../../src/core/usage-interval.ts"

const now = Date.UTC(2026, 2, 1, 12, 34, 56)
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const between = (from: number | undefined, until: number | undefined): Range => {
  const range = rangeBetween(from, until)
  if (range === undefined) throw new Error("The range is empty.")
  return range
}

describe("the period of a time range", () => {
  test("a sum covers exactly the time of its chart: only of whole hours it is one total", () => {
    for (const preset of presets) {
      const { bounds, sumInterval } = usagePeriod({ type: "last", preset }, now)
      expect(bounds.from).toBeGreaterThan(now - presetMs[preset])
      expect(bounds.to).toBeUndefined()
      if (sumInterval === "total") expect(bounds.from % hourMs).toBe(0)
    }
    expect(usagePeriod({ type: "last", preset: "1h" }, now).sumInterval).toBe("minute")
  })

  test("is as fine as its length and what is kept allow", () => {
    const at = now - hourMs
    const interval = (range: Range) => usagePeriod(range, now).interval
    expect(interval({ type: "around", at, minutes: 60 })).toBe("minute")
    expect(interval(between(now - 5 * hourMs, undefined))).toBe("hour")
    expect(interval({ type: "around", at: now - 3 * dayMs, minutes: 5 })).toBe("hour")
    expect(interval({ type: "around", at: now - 500 * dayMs, minutes: 5 })).toBe("day")
    expect(interval({ type: "month", start: Date.UTC(2026, 1) })).toBe("day")
  })

  test("includes both ends of the range, in whole steps", () => {
    const at = Date.UTC(2026, 2, 1, 11, 5, 30)
    expect(usagePeriod({ type: "around", at, minutes: 5 }, now).bounds).toEqual({
      from: Date.UTC(2026, 2, 1, 11, 0),
      to: Date.UTC(2026, 2, 1, 11, 11),
    })
    const february = usagePeriod({ type: "month", start: Date.UTC(2026, 1) }, now)
    expect(february.bounds).toEqual({ from: Date.UTC(2026, 1), to: Date.UTC(2026, 2) })
    expect(february.before).toEqual({ from: Date.UTC(2026, 0), to: Date.UTC(2026, 1) })
    expect(february.isOver).toBe(true)
  })

  test("ends at the present if the range does not end before", () => {
    const march = usagePeriod({ type: "month", start: Date.UTC(2026, 2) }, now)
    expect(march.bounds).toEqual({ from: Date.UTC(2026, 2) })
    expect(march.before).toEqual({ from: Date.UTC(2026, 1), to: Date.UTC(2026, 1, 2) })
    expect(march.isOver).toBe(false)
    expect(logPeriod({ type: "month", start: Date.UTC(2026, 2) }, now)).toEqual({ since: Date.UTC(2026, 2) })
    expect(logPeriod({ type: "month", start: Date.UTC(2026, 1) }, now)).toEqual({
      since: Date.UTC(2026, 1),
      until: Date.UTC(2026, 2),
    })
  })

  test("of a bill has whole hours, and is compared with the month before or the same length of time", () => {
    expect(billPeriod({ type: "month", start: Date.UTC(2026, 2) }, now)).toMatchObject({
      bounds: { from: Date.UTC(2026, 2), to: Date.UTC(2026, 2, 1, 13) },
      before: { from: Date.UTC(2026, 1), to: Date.UTC(2026, 1, 1, 13) },
      isOver: false,
    })
    expect(billPeriod({ type: "month", start: Date.UTC(2026, 1) }, now)).toMatchObject({
      bounds: { from: Date.UTC(2026, 1), to: Date.UTC(2026, 2) },
      before: { from: Date.UTC(2026, 0), to: Date.UTC(2026, 1) },
      isOver: true,
    })
    const day = billPeriod({ type: "last", preset: "24h" }, now)
    expect(day.bounds).toEqual({ from: Date.UTC(2026, 1, 28, 13), to: Date.UTC(2026, 2, 1, 13) })
    expect(day.before).toEqual({ from: Date.UTC(2026, 1, 27, 13), to: Date.UTC(2026, 1, 28, 13) })
    expect(billPeriod({ type: "around", at: now, minutes: 5 }, now).bounds.from).toBe(Date.UTC(2026, 2, 1, 12))
    expect(billPeriod(between(undefined, 5), now).before).toBeUndefined()
  })

  test("has at least one step, also for a range that ends when time began", () => {
    expect(usagePeriod(between(undefined, 0), now).bounds).toEqual({ from: 0, to: dayMs })
  })

  const time = fc.integer({ min: 0, max: Date.UTC(2099, 11, 31) })
  const nearTime = fc.integer({ min: now - 60 * hourMs, max: now + 60 * hourMs })
  const anyTime = fc.oneof(time, nearTime)
  const ranges: fc.Arbitrary<Range> = fc.oneof(
    fc.constantFrom(...presets).map((preset): Range => ({ type: "last", preset })),
    fc.record({ at: anyTime, minutes: fc.constantFrom(...margins) }).map((one): Range => ({ type: "around", ...one })),
    fc
      .record({ year: fc.integer({ min: 1970, max: 2099 }), month: fc.integer({ min: 0, max: 11 }) })
      .map((one): Range => ({ type: "month", start: Date.UTC(one.year, one.month) })),
    fc
      .tuple(fc.option(anyTime, { nil: undefined }), fc.option(anyTime, { nil: undefined }))
      .map(([from, until]) => rangeBetween(from, until))
      .filter((range) => range !== undefined),
  )

  test("is one that usage answers, as it is, whatever the address says", () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 0, max: 70 * minuteMs }), (range, lateMs) => {
        const { bounds, interval, sumInterval, before } = usagePeriod(range, now)
        const ask = { now: now + lateMs, hourDays: 400, isLabelled: false }
        for (const question of [
          { ...bounds, to: bounds.to, interval },
          { ...bounds, to: bounds.to, interval: sumInterval },
          ...(before ? [{ ...before, interval: sumInterval }] : []),
        ]) {
          const answer = resolveUsageRange({ ...ask, ...question })
          expect(answer).toHaveProperty("times")
          expect("times" in answer && answer.from).toBe(question.from)
          if ("times" in answer && question.to !== undefined) expect(answer.to).toBe(question.to)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
