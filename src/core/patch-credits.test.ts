import { describe, expect, test } from "bun:test"
import { patchCredits } from "./change-credits.ts"
import type { Credits } from "./credits.ts"

const now = Date.parse("2026-03-15T12:00:00Z")
const tomorrow = Date.parse("2026-03-16T00:00:00Z")
const daily = { interval: "daily", amount: 10 } as const
const monthly = { interval: "monthly", amount: 20, refillDay: 1 } as const
const limited: Credits = { remaining: 3, refill: null, refillAt: null }
const refilled: Credits = { remaining: 3, refill: daily, refillAt: tomorrow }

describe("patchCredits", () => {
  const patch = (credits: Credits | null, patch: Parameters<typeof patchCredits>[1]) =>
    patchCredits(credits, patch, now)
  const becomes = (credits: Credits | null) => ({ type: "credits" as const, credits })

  test("leaves what is absent as it is", () => {
    expect(patch(null, {})).toEqual(becomes(null))
    expect(patch(refilled, {})).toEqual(becomes(refilled))
    expect(patch(refilled, { remaining: 8 })).toEqual(becomes({ ...refilled, remaining: 8 }))
    expect(patch(limited, { refill: daily })).toEqual(becomes(refilled))
  })

  test("removes the refill with null, and with the limit", () => {
    expect(patch(refilled, { refill: null })).toEqual(becomes(limited))
    expect(patch(refilled, { remaining: null })).toEqual(becomes(null))
    expect(patch(null, { refill: null })).toEqual(becomes(null))
    expect(patch(refilled, { remaining: null, refill: null })).toEqual(becomes(null))
  })

  test("counts a changed refill from now on", () => {
    const refillAt = Date.parse("2026-04-01T00:00:00Z")
    expect(patch(refilled, { refill: monthly })).toEqual(becomes({ remaining: 3, refill: monthly, refillAt }))
    expect(patch(refilled, { refill: daily })).toEqual(becomes(refilled))
    expect(patch(null, { remaining: 0, refill: daily })).toEqual(becomes({ ...refilled, remaining: 0 }))
  })

  test("has no refill for what is or becomes unlimited", () => {
    const refused = { type: "refill_of_unlimited" as const }
    expect(patch(null, { refill: daily })).toEqual(refused)
    expect(patch(null, { remaining: null, refill: daily })).toEqual(refused)
    expect(patch(refilled, { remaining: null, refill: daily })).toEqual(refused)
  })
})
