import type { Check, Outcome, Taking } from "../counters.ts"
import { type Counter, nameOf, type Trial, trialOn, tryOn, withClockPutRight } from "../window-check.ts"

/**
 * Counters as a denied call has seen them, so that the next denial costs no round trip.
 *
 * Between two calls a counter changes in two ways: others take from it, and time passes. The first can only turn a pass
 * into a denial; the second is arithmetic, done here for the `now` of each call. So what is denied by a counter that was
 * seen is denied by the counter as it is, and nothing but a denial is ever answered from here.
 * What this cannot know is that another node gives back or has a clock that is ahead, or that somebody empties Redis, so
 * nothing is remembered for longer than `freshMs`. That is also how old the `remaining` of such an answer can be.
 * What this node takes or gives back itself is forgotten at once: with one node nothing is ever out of date.
 */
export interface OverLimit {
  /** The denial of this call, if that is certain. */
  recall(checks: readonly Check[], now: number): Taking | undefined
  /** `seenAt` is when the call was sent, by performance.now(). */
  remember(counters: ReadonlyMap<string, Counter>, seenAt: number): void
  forget(checks: readonly Check[]): void
  clear(): void
}

interface Seen {
  readonly counter: Counter
  readonly seenAt: number
}

export const freshMs = 100
const maximum = 50_000

export function createOverLimit(): OverLimit {
  const seen = new Map<string, Seen>()

  const recallTrial = (name: string, now: number): Trial | undefined => {
    const known = seen.get(name)
    if (known === undefined || performance.now() - known.seenAt >= freshMs) return undefined
    const { counter } = known
    // A counter that stands in a wrong time has to be moved, which is for Redis to do.
    return withClockPutRight(counter, now) === counter ? trialOn(counter, now) : undefined
  }

  return {
    recall(checks, now) {
      if (seen.size === 0) return undefined
      const trials = new Map<string, Trial>()
      const outcomes: Outcome[] = []
      for (const check of checks) {
        const name = nameOf(check)
        const trial = trials.get(name) ?? recallTrial(name, now)
        if (trial === undefined) return undefined
        trials.set(name, trial)
        const { allowed, remainingIfNot, resetAt } = tryOn(trial, check)
        outcomes.push({ allowed, remaining: remainingIfNot, resetAt })
      }
      return outcomes.every(({ allowed }) => allowed) ? undefined : { taken: false, outcomes }
    },

    remember(counters, seenAt) {
      for (const [name, counter] of counters) {
        seen.delete(name)
        seen.set(name, { counter, seenAt })
      }
      // Entries stand in the order of their age, so those that are out of date come first.
      for (const [name, entry] of seen) {
        if (seenAt - entry.seenAt < freshMs && seen.size <= maximum) break
        seen.delete(name)
      }
    },

    forget(checks) {
      if (seen.size === 0) return
      for (const check of checks) seen.delete(nameOf(check))
    },

    clear: () => seen.clear(),
  }
}
