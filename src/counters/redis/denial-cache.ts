import type { Check, Outcome, Taking } from "../counters.ts"
import { type CheckedWindow, type Counter, evaluate, nameOf, realignToClock, windowAt } from "../window-check.ts"

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
export interface DenialCache {
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

export function createDenialCache(): DenialCache {
  const seen = new Map<string, Seen>()

  const recallWindow = (name: string, now: number): CheckedWindow | undefined => {
    const known = seen.get(name)
    if (known === undefined || performance.now() - known.seenAt >= freshMs) return undefined
    const { counter } = known
    // A counter that stands in a wrong time has to be moved, which is for Redis to do.
    return realignToClock(counter, now) === counter ? windowAt(counter, now) : undefined
  }

  return {
    recall(checks, now) {
      if (seen.size === 0) return undefined
      const windows = new Map<string, CheckedWindow>()
      const outcomes: Outcome[] = []
      for (const check of checks) {
        const name = nameOf(check)
        const window = windows.get(name) ?? recallWindow(name, now)
        if (window === undefined) return undefined
        windows.set(name, window)
        const { allowed, remainingIfNot, resetAt } = evaluate(window, check)
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
