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
  let walk = counters.entries()
  let lastNow = 0

  /** Round and round in the order of insertion; counters that come or go meanwhile do not disturb it. */
  const visitNext = () => {
    const { value, done } = walk.next()
    if (!done) return value
    walk = counters.entries()
    return walk.next().value
  }

  const forgetSome = (count: number, now: number) => {
    const quietMs = Math.min(Math.max(0, now - lastNow), visits.whenQuiet)
    lastNow = now
    for (let left = Math.min(count + quietMs, counters.size); left > 0; left--) {
      const visited = visitNext()
      if (visited === undefined) return
      const [name, { cell, durationMs }] = visited
      if ((cell + 2) * durationMs + clockToleranceMs <= now) counters.delete(name)
    }
  }

  const makeRoom = (charged: readonly string[], now: number) => {
    const names = [...new Set(charged)]
    const isShort = () => counters.size + names.filter((name) => !counters.has(name)).length > maximum
    if (!isShort()) return
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

  const charge = (names: readonly string[], trials: readonly Trial[], now: number) => {
    if (counters.size + names.length > maximum) {
      makeRoom(
        names.filter((_, index) => trials[index]?.cost !== 0),
        now,
      )
    }
    for (const [index, { durationMs, cell, current, previous, cost }] of trials.entries()) {
      const name = names[index]
      if (cost > 0 && name !== undefined) counters.set(name, { durationMs, cell, current: current + cost, previous })
    }
  }

  return {
    isUp: true,

    get size() {
      return counters.size
    },

    take(checks, now) {
      forgetSome(visits.perCheck * checks.length, now)
      const names: string[] = []
      // One for each check; checks on the same counter share theirs.
      const trials: Trial[] = []
      const tried = checks.map((check) => {
        const name = nameOf(check)
        const trial = trials[names.indexOf(name)] ?? trialOf(name, check.durationMs, now)
        names.push(name)
        trials.push(trial)
        return tryOn(trial, check)
      })
      const taken = tried.every(({ allowed }) => allowed)
      if (taken) charge(names, trials, now)
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

function withoutCost(counter: Counter, cell: number, cost: number): Counter {
  if (counter.cell === cell) return { ...counter, current: Math.max(0, counter.current - cost) }
  if (counter.cell === cell + 1) return { ...counter, previous: Math.max(0, counter.previous - cost) }
  return counter
}
