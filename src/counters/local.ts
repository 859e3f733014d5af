import { type Counters, CountersUnavailable, clockToleranceMs, type Outcome } from "./counters.ts"
import { type Counter, freshTrial, nameOf, type Trial, trialOn, tryOn, withClockPutRight } from "./trial.ts"

export interface LocalCounters extends Counters {
  /** How many counters are kept. */
  readonly size: number
}

export interface LocalOptions {
  /** How many counters are kept at most; each takes some hundred bytes. */
  readonly maximum?: number
}

/**
 * Visiting all counters at once would stop the process for a while, so each call visits a few. At four for each check no
 * more than a third above what counts is kept; one for each quiet millisecond lets memory go when traffic has gone.
 */
const visits = { perCheck: 4, whenQuiet: 1000, whenFull: 1000 }

/** Exact counters of one process. */
export function createLocalCounters({ maximum = 1_000_000 }: LocalOptions = {}): LocalCounters {
  const counters = new Map<string, Counter>()
  const walk = roundAndRound(counters)
  let lastNow = 0

  const forgetSome = (count: number, now: number) => {
    const quietMs = Math.min(Math.max(0, now - lastNow), visits.whenQuiet)
    lastNow = now
    // Never more visits than counters: with none left the walk would not come to an end.
    for (let left = Math.min(count + quietMs, counters.size); left > 0; left--) {
      const [name, { cell, durationMs }] = walk.next().value
      if ((cell + 2) * durationMs + clockToleranceMs <= now) counters.delete(name)
    }
  }

  const makeRoom = (names: readonly string[], now: number) => {
    const isShort = () => counters.size + names.filter((name) => !counters.has(name)).length > maximum
    if (counters.size + names.length <= maximum || !isShort()) return
    forgetSome(visits.whenFull, now)
    if (isShort()) throw new CountersUnavailable(new Error(`all ${maximum} counters of this process are in use`))
  }

  const trialOf = (name: string, durationMs: number, now: number): Trial => {
    const known = counters.get(name)
    if (known === undefined) return freshTrial(now, durationMs)
    const counter = withClockPutRight(known, now)
    if (counter !== known) counters.set(name, counter)
    return trialOn(counter, now)
  }

  return {
    isUp: true,

    get size() {
      return counters.size
    },

    take(checks, now) {
      forgetSome(visits.perCheck * checks.length, now)
      const trials = new Map<string, Trial>()
      const tried = checks.map((check) => {
        const name = nameOf(check)
        const trial = trials.get(name) ?? trialOf(name, check.durationMs, now)
        trials.set(name, trial)
        return tryOn(trial, check)
      })
      const taken = tried.every(({ allowed }) => allowed)
      if (taken) {
        const charged = [...trials].filter(([, { cost }]) => cost > 0)
        const names = charged.map(([name]) => name)
        makeRoom(names, now)
        for (const [name, { durationMs, cell, current, previous, cost }] of charged) {
          counters.set(name, { durationMs, cell, current: current + cost, previous })
        }
      }
      const outcomes = tried.map(
        ({ allowed, resetAt, remainingIfTaken, remainingIfNot }): Outcome => ({
          allowed,
          remaining: taken ? remainingIfTaken : remainingIfNot,
          resetAt,
        }),
      )
      return { taken, outcomes }
    },

    giveBack(checks, { taken, outcomes }) {
      if (!taken) return
      checks.forEach((check, index) => {
        const name = nameOf(check)
        const counter = counters.get(name)
        const outcome = outcomes[index]
        if (counter === undefined || outcome === undefined) return
        const cell = outcome.resetAt / check.durationMs - 1
        counters.set(name, withoutCost(counter, cell, check.cost))
      })
    },

    async close() {
      counters.clear()
    },
  }
}

/** A map is walked in the order of insertion; entries that come or go meanwhile do not disturb it. */
function* roundAndRound<Entry>(entries: Iterable<Entry>): Generator<Entry, never> {
  for (;;) yield* entries
}

function withoutCost(counter: Counter, cell: number, cost: number): Counter {
  if (counter.cell === cell) return { ...counter, current: Math.max(0, counter.current - cost) }
  if (counter.cell === cell + 1) return { ...counter, previous: Math.max(0, counter.previous - cost) }
  return counter
}
