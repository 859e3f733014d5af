import { describe, expect, test } from "bun:test"
import { maxInteger } from "../contract/primitives.ts"
import { type Adjustment, adjustCredits } from "./change-credits.ts"
import type { Credits } from "./credits.ts"

const tomorrow = Date.parse("2026-03-16T00:00:00Z")
const daily = { interval: "daily", amount: 10 } as const
const limited: Credits = { remaining: 3, refill: null, refillAt: null }
const refilled: Credits = { remaining: 3, refill: daily, refillAt: tomorrow }

const adjust = (credits: Credits | null, change: Omit<Adjustment, "reserved">) =>
  adjustCredits(credits, { ...change, reserved: 0 })

describe("adjustCredits", () => {
  test("sets a balance, and keeps the refill unless the key becomes unlimited", () => {
    expect(adjust(refilled, { operation: "set", value: 0 })).toEqual({
      type: "credits",
      credits: { ...refilled, remaining: 0 },
    })
    expect(adjust(null, { operation: "set", value: 3 })).toEqual({ type: "credits", credits: limited })
    expect(adjust(refilled, { operation: "set", value: null })).toEqual({ type: "credits", credits: null })
  })

  test("counts up to the largest exact integer and not beyond", () => {
    expect(adjust(limited, { operation: "increment", value: maxInteger - 3 })).toEqual({
      type: "credits",
      credits: { ...limited, remaining: maxInteger },
    })
    expect(adjust(limited, { operation: "increment", value: maxInteger - 2 })).toEqual({ type: "too_large" })
    expect(adjust({ ...limited, remaining: maxInteger }, { operation: "increment", value: 1 })).toEqual({
      type: "too_large",
    })
  })

  test("leaves room for what is reserved, because it may come back", () => {
    const increment = { operation: "increment", reserved: 10 } as const
    expect(adjustCredits(limited, { ...increment, value: maxInteger - 13 })).toMatchObject({ type: "credits" })
    expect(adjustCredits(limited, { ...increment, value: maxInteger - 12 })).toEqual({ type: "too_large" })
  })

  test("counts down to 0 and not below", () => {
    expect(adjust(limited, { operation: "decrement", value: 2 })).toEqual({
      type: "credits",
      credits: { ...limited, remaining: 1 },
    })
    expect(adjust(limited, { operation: "decrement", value: maxInteger })).toEqual({
      type: "credits",
      credits: { ...limited, remaining: 0 },
    })
  })

  test("has nothing to count on an unlimited key", () => {
    expect(adjust(null, { operation: "increment", value: 1 })).toEqual({ type: "unlimited" })
    expect(adjust(null, { operation: "decrement", value: 1 })).toEqual({ type: "unlimited" })
  })
})
