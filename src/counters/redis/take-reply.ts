import type { Check, CheckResult, TakeResult } from "../counters.ts"
import { type Counter, nameOf } from "../window-check.ts"

/** The reply of the `take` script; take.lua describes its layout. */
export type TakeReply =
  | { readonly type: "late"; readonly clock: number }
  | { readonly type: "answered"; readonly result: TakeResult; readonly counters: ReadonlyMap<string, Counter> }

const none: ReadonlyMap<string, Counter> = new Map()

/** For a denied call, the reply also contains the counters, by name. */
export function parseTakeReply(checks: readonly Check[], reply: readonly number[]): TakeReply {
  const number = (index: number): number => reply[index] ?? Number.NaN
  if (number(0) === -1) return { type: "late", clock: number(1) }
  if (number(0) === 1) {
    const outcomes = checks.map((_, index): CheckResult => {
      const offset = 1 + index * 2
      return { allowed: true, remaining: number(offset), resetAt: number(offset + 1) }
    })
    return { type: "answered", result: { taken: true, outcomes }, counters: none }
  }
  const counters = new Map<string, Counter>()
  const outcomes = checks.map((check, index): CheckResult => {
    const offset = 1 + index * 6
    counters.set(nameOf(check), {
      durationMs: check.durationMs,
      cell: number(offset + 3),
      current: number(offset + 4),
      previous: number(offset + 5),
    })
    return { allowed: number(offset) === 1, remaining: number(offset + 1), resetAt: number(offset + 2) }
  })
  return { type: "answered", result: { taken: false, outcomes }, counters }
}
