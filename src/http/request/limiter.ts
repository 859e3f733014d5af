import { evaluateLimit, peekLimit } from "../../core/ratelimit.ts"
import { type Check, type Counters, CountersUnavailable, type TakeResult } from "../../counters/counters.ts"
import { counter, type Family, gauge } from "../observe/families.ts"
import { addHeaders, type WithHeaders } from "./response-headers.ts"

/** How rate limits behave while the counters are unreachable: `open` skips them, `closed` refuses requests. */
export type LimiterDown = "closed" | "open"

export interface Limiter {
  /** Returns the counters for one request. If limits are skipped, a response header reports it. */
  countersFor(request: WithHeaders): Counters
  state(): LimiterState
  families(): readonly Family[]
}

/** `down`: requests that need a limit get 503. `skipped`: they pass. */
export type LimiterState = "up" | "down" | "skipped"

const limitsSkipped = { "Keyward-Limits": "skipped" }

export function createLimiter(counters: Counters, whileDown: LimiterDown): Limiter {
  let skippedCount = 0
  const stateWhenDown = whileDown === "open" ? "skipped" : "down"
  return {
    countersFor(request) {
      if (whileDown === "closed") return counters
      return skippingWhenDown(counters, () => {
        skippedCount++
        addHeaders(request, limitsSkipped)
      })
    },
    state: () => (counters.isUp ? "up" : stateWhenDown),
    families: () => [
      gauge("keyward_limiter_up", "Whether the counters of rate limits can be reached.", counters.isUp ? 1 : 0),
      counter("keyward_limiter_skipped_total", "How often limits were skipped because they could not.", skippedCount),
    ],
  }
}

function skippingWhenDown(counters: Counters, onSkip: () => void): Counters {
  const skipped = new Set<TakeResult>()
  const skip = (checks: readonly Check[], now: number, error: unknown): TakeResult => {
    if (!(error instanceof CountersUnavailable)) throw error
    onSkip()
    const result = takeFromEmptyCounters(checks, now)
    skipped.add(result)
    return result
  }
  return {
    isUp: counters.isUp,
    take: (checks, now) => counters.take(checks, now).catch((error) => skip(checks, now, error)),
    async peek(checks, now) {
      try {
        return await counters.peek(checks, now)
      } catch (error) {
        if (!(error instanceof CountersUnavailable)) throw error
        onSkip()
        return checks.map((check) => peekLimit({ ...check, now, window: unused }))
      }
    },
    async refund(checks, result) {
      if (skipped.has(result)) return
      try {
        await counters.refund(checks, result)
      } catch (error) {
        if (!(error instanceof CountersUnavailable)) throw error
        onSkip()
      }
    },
    close: counters.close,
  }
}

const unused = { current: 0, previous: 0 }

/** Evaluates each limit as if it were unused. A cost above the limit is still denied. */
function takeFromEmptyCounters(checks: readonly Check[], now: number): TakeResult {
  const tried = checks.map((check) => evaluateLimit({ ...check, now, window: unused }))
  const taken = tried.every(({ allowed }) => allowed)
  const outcomes = tried.map(({ allowed, remainingIfTaken, remainingIfNot, resetAt }) => {
    return { allowed, remaining: taken ? remainingIfTaken : remainingIfNot, resetAt }
  })
  return { taken, outcomes }
}
