import type { Check, Outcome, Taking } from "../counters.ts"
import { type Counter, nameOf } from "../window-check.ts"

/** What the script of `take` answers; its text says how that is laid out. */
export type TakeAnswer =
  | { readonly type: "late"; readonly clock: number }
  | { readonly type: "answered"; readonly taking: Taking; readonly counters: ReadonlyMap<string, Counter> }

const none: ReadonlyMap<string, Counter> = new Map()

/** The counters are those of a denied call, by name, as Redis holds them. */
export function readTakeAnswer(checks: readonly Check[], answer: readonly number[]): TakeAnswer {
  const number = (index: number): number => answer[index] ?? Number.NaN
  if (number(0) === -1) return { type: "late", clock: number(1) }
  if (number(0) === 1) {
    const outcomes = checks.map((_, index): Outcome => {
      const place = 1 + index * 2
      return { allowed: true, remaining: number(place), resetAt: number(place + 1) }
    })
    return { type: "answered", taking: { taken: true, outcomes }, counters: none }
  }
  const counters = new Map<string, Counter>()
  const outcomes = checks.map((check, index): Outcome => {
    const place = 1 + index * 6
    counters.set(nameOf(check), {
      durationMs: check.durationMs,
      cell: number(place + 3),
      current: number(place + 4),
      previous: number(place + 5),
    })
    return { allowed: number(place) === 1, remaining: number(place + 1), resetAt: number(place + 2) }
  })
  return { type: "answered", taking: { taken: false, outcomes }, counters }
}
