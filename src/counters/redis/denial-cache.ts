import type { Check, CheckResult, TakeResult } from "../counters.ts"
import { type CheckedWindow, type Counter, evaluate, nameOf, realignToClock, windowAt } from "../window-check.ts"

/**
 * Remembers the counters of a denied call, so that the next denial needs no round trip.
 *
 * A counter only changes through takings, which never turn a denial into a pass, and through time, which is computed here
 * for each `now`. So a remembered counter that denies is proof of a denial, and only denials are returned from here.
 * Refunds of other nodes, fast clocks and a flushed Redis are not visible here, so entries expire after `freshMs`, which
 * is also the maximum age of `remaining`. This node forgets a counter when it takes from it or refunds it.
 */
export interface DenialCache {
  /** Returns the denial of this call if it is certain. */
  recall(checks: readonly Check[], now: number): TakeResult | undefined
  /** `seenAt` is the send time of the call, by performance.now(). */
  remember(counters: ReadonlyMap<string, Counter>, seenAt: number): void
  forget(checks: readonly Check[]): void
  clear(): void
}

interface CachedDenial {
  readonly counter: Counter
  readonly seenAt: number
}

export const freshMs = 100
const maximum = 50_000

export function createDenialCache(): DenialCache {
  const seen = new Map<string, CachedDenial>()

  const recallWindow = (name: string, now: number): CheckedWindow | undefined => {
    const known = seen.get(name)
    if (known === undefined || performance.now() - known.seenAt >= freshMs) return undefined
    const { counter } = known
    // Redis must realign a counter that is ahead of the clock.
    return realignToClock(counter, now) === counter ? windowAt(counter, now) : undefined
  }

  return {
    recall(checks, now) {
      if (seen.size === 0) return undefined
      const windows = new Map<string, CheckedWindow>()
      const outcomes: CheckResult[] = []
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
      // Entries are ordered by age, so outdated ones come first.
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
