import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Check, type Counters, clockToleranceMs, type TakeResult } from "./counters.ts"
import { modelConformance } from "./model.conformance.ts"

/** Tests every adapter. Each test uses its own names, so existing counters do not matter. */
export function countersConformance(name: string, create: () => Promise<Counters>): void {
  describe(`counters: ${name}`, () => {
    let counters: Counters
    let names = 0
    const freshName = () => `test/${start}/${names++}`
    const freshCheck = (settings: Partial<Check> = {}): Check => ({
      counter: freshName(),
      limit: 10,
      durationMs: minute,
      cost: 1,
      ...settings,
    })
    const take = async (checks: readonly Check[], now = start): Promise<TakeResult> => counters.take(checks, now)
    const remaining = async (check: Check, now = start) =>
      (await take([{ ...check, cost: 0 }], now)).outcomes[0]?.remaining

    beforeAll(async () => {
      counters = await create()
    })
    afterAll(() => counters.close())

    test("gives the example of the contract", async () => {
      const check = freshCheck({ limit: 1000 })
      await take([{ ...check, cost: 40 }], start - minute)
      await take([{ ...check, cost: 10 }], start)
      const denied = await take([{ ...check, limit: 25, cost: 6 }], 1767225645000)
      expect(denied).toEqual({ taken: false, outcomes: [{ allowed: false, remaining: 5, resetAt: 1767225660000 }] })
      const allowed = await take([{ ...check, limit: 25, cost: 5 }], 1767225645000)
      expect(allowed).toEqual({ taken: true, outcomes: [{ allowed: true, remaining: 0, resetAt: 1767225660000 }] })
    })

    test("looks without taking at cost 0, also where it would have to deny a cost", async () => {
      const check = freshCheck({ limit: 1 })
      for (const _ of [1, 2, 3]) expect(await remaining(check)).toBe(1)
      await take([check])
      expect((await take([{ ...check, cost: 0 }])).outcomes[0]).toMatchObject({ allowed: true, remaining: 0 })
    })

    test("peeks without taking, and says from when on a check would pass", async () => {
      const check = freshCheck({ limit: 4, durationMs: 1000 })
      const peek = async (cost: number, now = start) => (await counters.peek([{ ...check, cost }], now))[0]
      expect(await peek(4)).toEqual({ allowed: true, remaining: 4, resetAt: start + 1000, passesAt: start })
      await take([{ ...check, cost: 3 }])
      expect(await peek(1)).toEqual({ allowed: true, remaining: 1, resetAt: start + 1000, passesAt: start })
      expect(await peek(2)).toEqual({ allowed: false, remaining: 1, resetAt: start + 1000, passesAt: start + 1001 })
      expect(await peek(4)).toMatchObject({ allowed: false, passesAt: start + 1667 })
      expect(await peek(5)).toMatchObject({ allowed: false, passesAt: null })
      expect(await peek(2, start + 1000)).toMatchObject({ allowed: false, remaining: 1, passesAt: start + 1001 })
      expect((await take([{ ...check, cost: 2 }], start + 1000)).taken).toBe(false)
      expect((await take([{ ...check, cost: 2 }], start + 1001)).taken).toBe(true)
      expect(await counters.peek([], start)).toEqual([])
    })

    test("denies limit 0 whatever the cost, and takes nothing where it denies", async () => {
      const check = freshCheck({ limit: 3 })
      expect((await take([{ ...check, limit: 0, cost: 0 }])).taken).toBe(false)
      expect((await take([{ ...check, cost: 4 }])).taken).toBe(false)
      expect(await remaining(check)).toBe(3)
      expect((await take([{ ...check, cost: 3 }])).taken).toBe(true)
    })

    test("takes the checks of one call together or not at all", async () => {
      const [open, full] = [freshCheck(), freshCheck({ limit: 1 })]
      await take([full])
      const { taken, outcomes } = await take([open, full, { ...open, limit: 5, cost: 2 }])
      expect(taken).toBe(false)
      expect(outcomes.map(({ allowed }) => allowed)).toEqual([true, false, true])
      expect(outcomes.map((outcome) => outcome.remaining)).toEqual([10, 0, 5])
      expect(await remaining(open)).toBe(10)
    })

    test("adds up the checks of one call on the same counter in their order", async () => {
      const check = freshCheck({ limit: 5 })
      const over = await take([3, 4, 2].map((cost) => ({ ...check, cost })))
      expect(over.outcomes.map(({ allowed }) => allowed)).toEqual([true, false, true])
      expect(over.outcomes.map((outcome) => outcome.remaining)).toEqual([5, 5, 5])
      const exact = await take([3, 0, 2].map((cost) => ({ ...check, cost })))
      expect(exact.taken).toBe(true)
      expect(exact.outcomes.map((outcome) => outcome.remaining)).toEqual([2, 2, 0])
      expect(await remaining(check)).toBe(0)
    })

    test("keeps another duration and another name apart, and another limit together", async () => {
      const check = freshCheck()
      await take([{ ...check, cost: 7 }])
      expect(await remaining({ ...check, durationMs: minute + 1 })).toBe(10)
      expect(await remaining({ ...check, limit: 8 })).toBe(1)
      expect(await remaining({ ...check, limit: 6 })).toBe(0)
      for (const counter of [
        `${check.counter}/`,
        `${check.counter} `,
        check.counter.toUpperCase(),
        `/${check.counter}`,
      ]) {
        expect(await remaining({ ...check, counter })).toBe(10)
      }
    })

    test("takes any text as a name", async () => {
      const texts = ["", " ", "{}", "\n", "\u0001", "é", "e\u0301", "𝕂", "*", "__proto__", ":", "%00", "x".repeat(600)]
      const checks = texts.map((text, index) => freshCheck({ counter: `${freshName()}/${text}`, cost: index }))
      const same = checks.map((check) => ({ ...check, limit: 1000 }))
      expect((await take(same)).taken).toBe(true)
      for (const [index, check] of same.entries()) expect(await remaining(check)).toBe(1000 - index)
    })

    test("passes a call without checks", async () => {
      expect(await take([])).toEqual({ taken: true, outcomes: [] })
    })

    test("passes exactly as many parallel calls as the limit allows", async () => {
      for (const [calls, limit] of [
        [50, 20],
        [20, 50],
        [1, 1],
      ] as const) {
        const check = freshCheck({ limit })
        const takings = await Promise.all(Array.from({ length: calls }, () => take([check])))
        const passed = takings.filter(({ taken }) => taken)
        expect(passed).toHaveLength(Math.min(calls, limit))
        const shown = passed.map(({ outcomes }) => outcomes[0]?.remaining ?? -1).sort((a, b) => b - a)
        expect(shown).toEqual(passed.map((_, index) => limit - 1 - index))
      }
    })

    test("keeps parallel calls over several counters together, in whatever order they name them", async () => {
      const [one, other] = [freshCheck({ limit: 30 }), freshCheck({ limit: 20 })]
      const calls = Array.from({ length: 60 }, (_, index) => take(index % 2 === 0 ? [one, other] : [other, one]))
      expect((await Promise.all(calls)).filter(({ taken }) => taken)).toHaveLength(20)
      expect([await remaining(one), await remaining(other)]).toEqual([10, 0])
    })

    test("counts into the latest cell when the clock steps back a little", async () => {
      const check = freshCheck({ durationMs: 1000, limit: 5 })
      await take([{ ...check, cost: 2 }], start - 1)
      await take([{ ...check, cost: 1 }], start)
      const back = await take([check], start - clockToleranceMs)
      expect(back.outcomes).toEqual([{ allowed: true, remaining: 1, resetAt: start + 1000 }])
      expect((await take([{ ...check, cost: 2 }], start - 1)).taken).toBe(false)
      expect(await remaining(check, start + 500)).toBe(2)
    })

    test("does not move a counter by looking at it or by being denied", async () => {
      const check = freshCheck({ durationMs: 1000, limit: 5 })
      await take([{ ...check, cost: 5 }], start)
      await take([{ ...check, cost: 0 }], start + 1000)
      await take([{ ...check, cost: 6 }], start + 1000)
      const back = await take([{ ...check, cost: 0 }], start + 999)
      expect(back.outcomes).toEqual([{ allowed: true, remaining: 0, resetAt: start + 1000 }])
    })

    test("follows a clock that was put right, with everything it had counted", async () => {
      const check = freshCheck({ durationMs: 1000, limit: 5 })
      await take([{ ...check, cost: 2 }], start + hour - 1)
      await take([{ ...check, cost: 1 }], start + hour)
      const right = await take([check], start)
      expect(right.outcomes).toEqual([{ allowed: true, remaining: 1, resetAt: start + 1000 }])
      expect(await remaining(check, start + 1500)).toBe(3)
      expect(await remaining(check, start + 2000)).toBe(5)
    })

    test("moves a counter to the right time also where it denies", async () => {
      const check = freshCheck({ durationMs: 1000, limit: 5 })
      await take([{ ...check, cost: 5 }], start + hour)
      expect((await take([check], start)).taken).toBe(false)
      expect((await take([check], start + 2000)).outcomes).toEqual([
        { allowed: true, remaining: 4, resetAt: start + 3000 },
      ])
    })

    test("gives back what it took, in the cell it was counted in", async () => {
      const check = freshCheck({ limit: 10, durationMs: 1000, cost: 4 })
      const other = freshCheck({ cost: 2 })
      const taking = await take([check, other, check], start + 100)
      await counters.refund([check, other, check], taking)
      expect([await remaining(check, start + 100), await remaining(other, start + 100)]).toEqual([10, 10])

      const early = await take([check], start + 900)
      await take([{ ...check, cost: 3 }], start + 1000)
      expect(await remaining(check, start + 1000)).toBe(3)
      await counters.refund([check], early)
      expect(await remaining(check, start + 1000)).toBe(7)
    })

    test("gives back to the latest cell what a stepped back clock had counted there", async () => {
      const check = freshCheck({ limit: 10, durationMs: 1000, cost: 4 })
      await take([{ ...check, cost: 2 }], start - 1000)
      await take([{ ...check, cost: 1 }], start)
      const back = await take([check], start - 1)
      await counters.refund([check], back)
      expect(await remaining(check, start)).toBe(7)
      expect(await remaining(check, start + 1000)).toBe(9)
    })

    test("gives nothing back of what it did not take, and never more than there is", async () => {
      const check = freshCheck({ limit: 5, cost: 4 })
      const taking = await take([check])
      await counters.refund([check], await take([check]))
      expect(await remaining(check)).toBe(1)
      await counters.refund([check], taking)
      await counters.refund([check], taking)
      expect(await remaining(check)).toBe(5)
      await counters.refund([freshCheck()], taking)
      expect((await take([{ ...check, cost: 6 }])).taken).toBe(false)
    })

    modelConformance(() => counters)
  })
}

const minute = 60_000
const hour = 60 * minute
/** A whole minute, at which cells of every divisor length start. */
const start = 1767225600000
