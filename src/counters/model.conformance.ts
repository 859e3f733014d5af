import { expect, test } from "bun:test"
import fc from "fast-check"
import { type Check, type Counters, clockToleranceMs, type TakeResult } from "./counters.ts"
import { createReference } from "./reference.ts"

/** A whole minute, at which cells of every divisor length start. */
const start = 1767225600000

export function modelConformance(counters: () => Counters): void {
  test("agrees with a model that stores every taking, for any checks and any clock", async () => {
    await fc.assert(fc.asyncProperty(stepsOf(smallCheck), compare), { numRuns: 300 })
  })

  test("agrees with the model at the largest limits, costs and durations", async () => {
    await fc.assert(fc.asyncProperty(stepsOf(largeCheck), compare), { numRuns: 150 })
  })

  const compare = async (steps: readonly Step[]) => {
    const reference = createReference()
    const prefix = `model/${crypto.randomUUID()}`
    const takings: { readonly checks: readonly Check[]; readonly taking: TakeResult }[] = []
    let [now, latest] = [start, start]
    for (const { checks: unnamed, move, givesBack } of steps) {
      now = Math.max(now + move, latest - clockToleranceMs)
      latest = Math.max(now, latest)
      const checks = unnamed.map((check) => ({ ...check, counter: `${prefix}/${check.counter}` }))
      for (const check of checks) {
        const [peeked] = await counters().peek([check], now)
        // Beside a check that never passes, the reference takes nothing.
        expect(peeked).toMatchObject(reference.take([check, never], now).outcomes[0] ?? {})
      }
      const taking = await counters().take(checks, now)
      expect(taking).toEqual(reference.take(checks, now))
      if (taking.taken) takings.unshift({ checks, taking })
      const [given] = givesBack === null ? [] : takings.splice(givesBack, 1)
      if (given === undefined) continue
      await counters().refund(given.checks, given.taking)
      reference.refund(given.checks, given.taking)
    }
  }
}

const never: Check = { counter: "never", limit: 0, durationMs: 1000, cost: 0 }

/** One call, and how the clock moves before it. */
interface Step {
  readonly checks: readonly Check[]
  readonly move: number
  /** Which taking is refunded afterwards, counted from the latest. */
  readonly givesBack: number | null
}

const smallCheck = fc.record({
  counter: fc.constantFrom("a", "b", "c"),
  limit: fc.nat({ max: 12 }),
  durationMs: fc.constantFrom(1000, 1500, 60_000),
  cost: fc.nat({ max: 6 }),
})

const largeCheck = fc.record({
  counter: fc.constantFrom("a", "b"),
  limit: fc.integer({ min: 999_000_000, max: 1_000_000_000 }),
  durationMs: fc.constantFrom(31_536_000_000, 31_535_999_999, 86_400_000),
  cost: fc.oneof(fc.nat({ max: 1_000_000_000 }), fc.nat({ max: 500 })),
})

function stepsOf(check: fc.Arbitrary<Check>): fc.Arbitrary<Step[]> {
  const step = fc.record({
    checks: fc.array(check, { minLength: 1, maxLength: 4 }),
    move: fc.oneof(
      fc.nat({ max: 400 }),
      fc.constantFrom(0, 500, 1000, 60_000),
      fc.nat({ max: 150_000 }),
      fc.nat({ max: 20_000_000_000 }),
      fc.integer({ min: -clockToleranceMs, max: -1 }),
    ),
    givesBack: fc.option(fc.nat({ max: 3 }), { freq: 3 }),
  })
  return fc.array(step, { minLength: 1, maxLength: 40, size: "max" })
}
