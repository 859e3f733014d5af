import { expect, test } from "bun:test"
import fc from "fast-check"
import { createRedisClock } from "./redis-clock.ts"

/** An answer that took `outMs` there and `backMs` back, from a Redis whose clock is `aheadMs` ahead. */
interface ClockReply {
  readonly sentAt: number
  readonly outMs: number
  readonly backMs: number
}

const answer = fc.record({ sentAt: fc.nat(100_000), outMs: fc.nat(3000), backMs: fc.nat(3000) })

test("never shows more than Redis does, and as much as the quickest answer allows", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e12 }), fc.array(answer, { minLength: 1 }), (aheadMs, answers) => {
      const clock = createRedisClock()
      for (const { sentAt, outMs, backMs } of answers) {
        clock.learn(sentAt + outMs + aheadMs, sentAt, sentAt + outMs + backMs)
      }
      const shown = clock.at(200_000)
      const quickest = Math.min(...answers.map(({ backMs }) => backMs))
      expect(shown).toBe(200_000 + aheadMs - quickest)
    }),
  )
})

test("follows a clock that was set, forward and back, with the first answer", () => {
  for (const stepMs of [3_600_000, -3_600_000]) {
    const clock = createRedisClock()
    const { sentAt, outMs, backMs }: ClockReply = { sentAt: 1000, outMs: 2, backMs: 3 }
    clock.learn(sentAt + outMs, sentAt, sentAt + outMs + backMs)
    clock.learn(2000 + outMs + stepMs, 2000, 2000 + outMs + backMs)
    expect(clock.at(3000)).toBe(3000 + stepMs - backMs)
  }
})
