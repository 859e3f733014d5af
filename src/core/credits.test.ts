import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { creditsAt, nextRefillAfter, type Refill } from "./credits.ts"

const daily: Refill = { interval: "daily", amount: 100 }
const monthly = (refillDay: number): Refill => ({ interval: "monthly", amount: 100, refillDay })

const instant = fc.integer({ min: 0, max: 4_102_444_800_000 })
const anyRefill: fc.Arbitrary<Refill> = fc.oneof(
  fc.constant(daily),
  fc.integer({ min: 1, max: 31 }).map((refillDay) => monthly(refillDay)),
)

describe("creditsAt", () => {
  const refillAt = Date.parse("2026-03-02T00:00:00.000Z")

  test("leaves the balance alone until the instant and refills exactly at it", () => {
    const balance = { remaining: 3, refill: daily, refillAt }
    expect(creditsAt(balance, refillAt - 1)).toEqual({ remaining: 3, refillAt, refilled: false })
    expect(creditsAt(balance, refillAt)).toEqual({
      remaining: 100,
      refillAt: Date.parse("2026-03-03T00:00:00.000Z"),
      refilled: true,
    })
  })

  test("sets the balance to the amount, also when more was left", () => {
    for (const remaining of [0, 99, 100, 5000]) {
      expect(creditsAt({ remaining, refill: daily, refillAt }, refillAt).remaining).toBe(100)
    }
  })

  test("counts several missed instants as one and looks ahead from now", () => {
    const now = Date.parse("2026-07-09T10:00:00.000Z")
    expect(creditsAt({ remaining: 0, refill: monthly(31), refillAt }, now)).toEqual({
      remaining: 100,
      refillAt: Date.parse("2026-07-31T00:00:00.000Z"),
      refilled: true,
    })
  })

  test("never changes a balance without a refill", () => {
    const untouched = { remaining: 7, refillAt: null, refilled: false }
    expect(creditsAt({ remaining: 7, refill: null, refillAt: null }, refillAt)).toEqual(untouched)
  })

  test("changes nothing when it is applied again at the same instant", () => {
    fc.assert(
      fc.property(anyRefill, instant, instant, fc.nat(), (refill, configuredAt, now, remaining) => {
        const start = { remaining, refill, refillAt: nextRefillAfter(refill, configuredAt) }
        const current = creditsAt(start, now)
        expect(current.refilled).toBe(now >= start.refillAt)
        expect(current.refillAt ?? 0).toBeGreaterThan(now)
        expect(creditsAt({ refill, ...current }, now)).toEqual({ ...current, refilled: false })
      }),
    )
  })
})
