import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { nextRefillAfter, type Refill } from "./credits.ts"

const daily: Refill = { interval: "daily", amount: 100 }
const monthly = (refillDay: number): Refill => ({ interval: "monthly", amount: 100, refillDay })
const next = (refill: Refill, instant: string): string =>
  new Date(nextRefillAfter(refill, Date.parse(instant))).toISOString()

const instant = fc.integer({ min: 0, max: 4_102_444_800_000 })
const anyRefill: fc.Arbitrary<Refill> = fc.oneof(
  fc.constant(daily),
  fc.integer({ min: 1, max: 31 }).map((refillDay) => monthly(refillDay)),
)

describe("nextRefillAfter", () => {
  test("refills daily at the next midnight in UTC, strictly after the instant", () => {
    expect(next(daily, "2026-03-01T00:00:00.000Z")).toBe("2026-03-02T00:00:00.000Z")
    expect(next(daily, "2026-03-01T23:59:59.999Z")).toBe("2026-03-02T00:00:00.000Z")
    expect(next(daily, "2026-12-31T12:00:00.000Z")).toBe("2027-01-01T00:00:00.000Z")
  })

  test("refills monthly on the day, in this month if it is still to come", () => {
    expect(next(monthly(15), "2026-03-14T23:59:59.999Z")).toBe("2026-03-15T00:00:00.000Z")
    expect(next(monthly(15), "2026-03-15T00:00:00.000Z")).toBe("2026-04-15T00:00:00.000Z")
    expect(next(monthly(1), "2026-12-01T00:00:00.000Z")).toBe("2027-01-01T00:00:00.000Z")
  })

  test("takes the last day of a month that is too short, and the full day again afterwards", () => {
    expect(next(monthly(31), "2026-01-31T00:00:00.000Z")).toBe("2026-02-28T00:00:00.000Z")
    expect(next(monthly(31), "2028-01-31T00:00:00.000Z")).toBe("2028-02-29T00:00:00.000Z")
    expect(next(monthly(29), "2026-02-01T00:00:00.000Z")).toBe("2026-02-28T00:00:00.000Z")
    expect(next(monthly(31), "2026-02-28T00:00:00.000Z")).toBe("2026-03-31T00:00:00.000Z")
    expect(next(monthly(31), "2026-04-01T00:00:00.000Z")).toBe("2026-04-30T00:00:00.000Z")
  })

  const dayMs = 86_400_000
  function isRefillInstant(refill: Refill, midnight: number): boolean {
    if (refill.interval === "daily") return true
    const isLastDay = new Date(midnight + dayMs).getUTCDate() === 1
    const day = new Date(midnight).getUTCDate()
    return day === refill.refillDay || (isLastDay && day < refill.refillDay)
  }

  test("is the first midnight after the instant that is a refill instant", () => {
    fc.assert(
      fc.property(anyRefill, instant, (refill, from) => {
        let midnight = (Math.floor(from / dayMs) + 1) * dayMs
        while (!isRefillInstant(refill, midnight)) midnight += dayMs
        expect(nextRefillAfter(refill, from)).toBe(midnight)
      }),
      { numRuns: 1000 },
    )
  })
})
