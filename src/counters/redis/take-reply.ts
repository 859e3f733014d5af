import { type Check, type CheckResult, CountersUnavailable, type TakeResult } from "../counters.ts"
import { type Counter, nameOf } from "../window-check.ts"
import { parseCounter } from "./parse-counter.ts"

/** One call of the `take` script. */
export interface TakeCall {
  readonly checks: readonly Check[]
  readonly now: number
}

/** What the script decided about one call. */
export interface Decision {
  readonly result: TakeResult
  /** Of a denied call, by name. */
  readonly counters: ReadonlyMap<string, Counter>
}

const none: ReadonlyMap<string, Counter> = new Map()

/**
 * Reads the reply of the script, whose layout take.lua describes: for each call a decision, or why it has none. Returns the
 * clock of Redis if it was late for all of them.
 */
export function parseTakeReply(
  calls: readonly TakeCall[],
  reply: unknown,
): readonly (Decision | CountersUnavailable)[] | number {
  if (typeof reply === "number") return reply
  if (!Array.isArray(reply) || reply.length !== calls.length) throw unexpected()
  return calls.map(({ checks }, index) => {
    const answer: unknown = reply[index]
    return typeof answer === "string"
      ? new CountersUnavailable(new Error(`it said: ${answer}`))
      : parseDecision(checks, answer)
  })
}

function parseDecision(checks: readonly Check[], answer: unknown): Decision {
  if (!Array.isArray(answer)) throw unexpected()
  const number = (index: number): number => {
    const value: unknown = answer[index]
    if (typeof value !== "number") throw unexpected()
    return value
  }
  if (number(0) === 1) {
    const outcomes = checks.map((_, index): CheckResult => {
      const offset = 1 + index * 2
      return { allowed: true, remaining: number(offset), resetAt: number(offset + 1) }
    })
    return { result: { taken: true, outcomes }, counters: none }
  }
  const counters = new Map<string, Counter>()
  const outcomes = checks.map((check, index): CheckResult => {
    const offset = 1 + index * 4
    const counter = parseCounter(check, answer[offset + 3])
    if (counter === undefined) throw unexpected()
    counters.set(nameOf(check), counter)
    return { allowed: number(offset) === 1, remaining: number(offset + 1), resetAt: number(offset + 2) }
  })
  return { result: { taken: false, outcomes }, counters }
}

function unexpected(): CountersUnavailable {
  return new CountersUnavailable(new Error("Redis returned an unexpected reply to the script"))
}
