import { evaluateLimit } from "../../core/ratelimit.ts"
import { type Check, type Counters, CountersUnavailable, type Taking } from "../../counters/counters.ts"
import { counter, gauge } from "../observe/prometheus.ts"
import { addHeaders, type WithHeaders } from "./response-headers.ts"

/** What is done about rate limits while the counters cannot be reached; credits and storage have no such choice. */
export type LimiterDown = "closed" | "open"

export interface Limiter {
  /** The counters for one request. Where limits are skipped, a header of its answer says so. */
  countersFor(answered: WithHeaders): Counters
  state(): LimiterState
  /** In the text format of Prometheus. */
  metrics(): string
}

/** `down` answers 503 to what needs a limit; `skipped` lets it pass. */
export type LimiterState = "up" | "down" | "skipped"

const limitsSkipped = { "Keyward-Limits": "skipped" }

export function createLimiter(counters: Counters, whileDown: LimiterDown): Limiter {
  let skippedCount = 0
  const stateWhenDown = whileDown === "open" ? "skipped" : "down"
  return {
    countersFor(answered) {
      if (whileDown === "closed") return counters
      return skippingWhenDown(counters, () => {
        skippedCount++
        addHeaders(answered, limitsSkipped)
      })
    },
    state: () => (counters.isUp ? "up" : stateWhenDown),
    metrics: () =>
      gauge("keyward_limiter_up", "Whether the counters of rate limits can be reached.", counters.isUp ? 1 : 0) +
      counter("keyward_limiter_skipped_total", "How often limits were skipped because they could not.", skippedCount),
  }
}

function skippingWhenDown(counters: Counters, onSkip: () => void): Counters {
  const skipped = new Set<Taking>()
  const skip = (checks: readonly Check[], now: number, error: unknown): Taking => {
    if (!(error instanceof CountersUnavailable)) throw error
    onSkip()
    const taking = takeFromNothing(checks, now)
    skipped.add(taking)
    return taking
  }
  return {
    isUp: counters.isUp,
    take: (checks, now) => counters.take(checks, now).catch((error) => skip(checks, now, error)),
    async refund(checks, taking) {
      if (skipped.has(taking)) return
      try {
        await counters.refund(checks, taking)
      } catch (error) {
        if (!(error instanceof CountersUnavailable)) throw error
        onSkip()
      }
    },
    close: counters.close,
  }
}

/** As if nobody had taken anything: what exceeds a limit by itself, and a limit of 0, are denied all the same. */
function takeFromNothing(checks: readonly Check[], now: number): Taking {
  const tried = checks.map((check) => evaluateLimit({ ...check, now, window: { current: 0, previous: 0 } }))
  const taken = tried.every(({ allowed }) => allowed)
  const outcomes = tried.map(({ allowed, remainingIfTaken, remainingIfNot, resetAt }) => {
    return { allowed, remaining: taken ? remainingIfTaken : remainingIfNot, resetAt }
  })
  return { taken, outcomes }
}
