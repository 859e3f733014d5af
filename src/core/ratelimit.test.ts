import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { cellOf, evaluateLimit, type LimitCheck, peekLimit } from "./ratelimit.ts"

const check = fc.record({
  now: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  limit: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 1_000_000_000 })),
  durationMs: fc.oneof(fc.integer({ min: 1000, max: 60_000 }), fc.integer({ min: 1000, max: 31_536_000_000 })),
  cost: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1_000_000_000 })),
  window: fc.record({
    current: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 1_000_000_000 })),
    previous: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 1_000_000_000 })),
  }),
})

describe("evaluateLimit", () => {
  const example = { now: 1767225645000, limit: 25, durationMs: 60_000, window: { current: 10, previous: 40 } }

  test("gives the example of the contract", () => {
    expect(evaluateLimit({ ...example, cost: 5 })).toMatchObject({
      allowed: true,
      used: 20,
      remainingIfTaken: 0,
      resetAt: 1767225660000,
    })
    expect(evaluateLimit({ ...example, cost: 6 })).toMatchObject({
      allowed: false,
      used: 20,
      remainingIfNot: 5,
      resetAt: 1767225660000,
    })
  })

  test("counts exactly what the formula gives, for random windows, limits and costs of every size", () => {
    fc.assert(
      fc.property(check, (given) => {
        const [now, duration] = [BigInt(given.now), BigInt(given.durationMs)]
        const elapsed = now % duration
        const used = BigInt(given.window.current) + (BigInt(given.window.previous) * (duration - elapsed)) / duration
        const outcome = evaluateLimit(given)
        expect(BigInt(outcome.used)).toBe(used)
        expect(BigInt(outcome.resetAt)).toBe(now - elapsed + duration)
        expect(outcome.allowed).toBe(given.limit > 0 && used + BigInt(given.cost) <= BigInt(given.limit))
        expect(outcome.remainingIfNot).toBe(Math.max(0, given.limit - Number(used)))
        if (outcome.allowed) expect(outcome.remainingIfTaken).toBe(given.limit - Number(used) - given.cost)
      }),
      { numRuns: 2000 },
    )
  })

  test("does not round where plain numbers would", () => {
    const durationMs = 31_535_999_999
    const previous = 999_999_937
    // One millisecond into a cell, all but one part of the duration still counts.
    const { used } = evaluateLimit({
      now: durationMs + 1,
      limit: 1,
      durationMs,
      cost: 0,
      window: { current: 0, previous },
    })
    expect(BigInt(used)).toBe((BigInt(previous) * BigInt(durationMs - 1)) / BigInt(durationMs))
    for (const part of [durationMs - 1, durationMs - 7, 12_345_678_901, 1]) {
      const outcome = evaluateLimit({
        now: 2 * durationMs - part,
        limit: 1,
        durationMs,
        cost: 0,
        window: { current: 0, previous: Number.MAX_SAFE_INTEGER },
      })
      expect(BigInt(outcome.used)).toBe((BigInt(Number.MAX_SAFE_INTEGER) * BigInt(part)) / BigInt(durationMs))
    }
  })

  test("counts the whole previous cell at the first millisecond and almost none of it at the last", () => {
    const window = { current: 0, previous: 1000 }
    expect(evaluateLimit({ now: 60_000, limit: 1, durationMs: 60_000, cost: 0, window }).used).toBe(1000)
    expect(evaluateLimit({ now: 119_999, limit: 1, durationMs: 60_000, cost: 0, window }).used).toBe(0)
  })

  test("admits up to twice the limit within one duration around a burst, and never more", () => {
    const [limit, durationMs, step] = [100, 60_000, 100]
    const burstAt = durationMs - 1_000
    let window = { current: limit, previous: 0 }
    let admitted = limit
    for (let now = durationMs; now < burstAt + durationMs; now += step) {
      if (now === durationMs) window = { current: 0, previous: window.current }
      while (evaluateLimit({ now, limit, durationMs, cost: 1, window }).allowed) {
        window = { ...window, current: window.current + 1 }
        admitted += 1
      }
    }
    expect(admitted).toBeGreaterThan(1.9 * limit)
    expect(admitted).toBeLessThanOrEqual(2 * limit)
  })

  test("denies limit 0 whatever the cost, and a cost above the limit whatever the use", () => {
    const window = { current: 0, previous: 0 }
    expect(evaluateLimit({ ...example, limit: 0, cost: 0, window }).allowed).toBe(false)
    expect(evaluateLimit({ ...example, limit: 1, cost: 1, window }).allowed).toBe(true)
    expect(evaluateLimit({ ...example, limit: 3, cost: 4, window }).allowed).toBe(false)
    expect(evaluateLimit({ ...example, limit: 3, cost: 3, window }).allowed).toBe(true)
  })

  test("lets a look pass at a full counter, and never shows a negative remainder", () => {
    const full = evaluateLimit({ ...example, limit: 20, cost: 0 })
    expect([full.allowed, full.remainingIfTaken]).toEqual([true, 0])
    const over = evaluateLimit({ ...example, limit: 15, cost: 0 })
    expect([over.allowed, over.remainingIfNot, over.remainingIfTaken]).toEqual([false, 0, 0])
  })
})

test("puts an instant in the cell that begins at or before it", () => {
  expect([59_999, 60_000, 119_999, 120_000].map((now) => cellOf(now, 60_000))).toEqual([0, 1, 1, 2])
})

describe("peekLimit", () => {
  /** The same counter at a later time, if nothing is taken. */
  function laterBy(ms: number, check: LimitCheck): LimitCheck {
    const cells = cellOf(check.now + ms, check.durationMs) - cellOf(check.now, check.durationMs)
    const { current, previous } = check.window
    const window = cells === 0 ? { current, previous } : { current: 0, previous: cells === 1 ? current : 0 }
    return { ...check, now: check.now + ms, window }
  }

  test("says the first instant at which the check passes, or that it never does", () => {
    fc.assert(
      fc.property(check, (given) => {
        const { passesAt, allowed } = peekLimit(given)
        const twoCellsLater = laterBy(2 * given.durationMs, given)
        expect(passesAt === null).toBe(!evaluateLimit(twoCellsLater).allowed)
        expect(passesAt === given.now).toBe(allowed)
        if (passesAt === null || allowed) return
        expect(evaluateLimit(laterBy(passesAt - given.now, given)).allowed).toBe(true)
        expect(evaluateLimit(laterBy(passesAt - 1 - given.now, given)).allowed).toBe(false)
      }),
      { numRuns: 3000 },
    )
  })
})
