import { cellOf, evaluateLimit } from "../core/ratelimit.ts"
import type { Check, Counters, Outcome } from "./counters.ts"

/** Tokens taken in a cell of time and in the one before it. */
interface Counter {
  cell: number
  current: number
  previous: number
  /** After this instant neither cell counts any more. */
  idleAt: number
}

/** Exact counters of one process. What no longer counts is forgotten, so memory follows the identifiers in use. */
export function createLocalCounters(): Counters {
  const counters = new Map<string, Counter>()
  let sweepAt = 0

  const counterOf = ({ counter, durationMs }: Check, now: number): Counter => {
    const name = `${durationMs}/${counter}`
    const cell = cellOf(now, durationMs)
    const known = counters.get(name)
    if (known === undefined) {
      const fresh = { cell, current: 0, previous: 0, idleAt: (cell + 2) * durationMs }
      counters.set(name, fresh)
      return fresh
    }
    if (known.cell < cell) {
      known.previous = known.cell === cell - 1 ? known.current : 0
      known.current = 0
      known.cell = cell
      known.idleAt = (cell + 2) * durationMs
    }
    return known
  }

  const sweep = (now: number) => {
    if (now < sweepAt) return
    for (const [name, { idleAt }] of counters) if (idleAt <= now) counters.delete(name)
    sweepAt = now + sweepIntervalMs
  }

  return {
    take(checks, now) {
      sweep(now)
      const used = checks.map((check) => counterOf(check, now))
      const reserved = new Map<Counter, number>()
      const evaluations = checks.map((check, index) => {
        const counter = used[index] as Counter
        const earlier = reserved.get(counter) ?? 0
        const window = { current: counter.current + earlier, previous: counter.previous }
        const evaluation = evaluateLimit({ ...check, now, window })
        if (evaluation.allowed) reserved.set(counter, earlier + check.cost)
        return evaluation
      })
      const taken = evaluations.every(({ allowed }) => allowed)
      if (taken) for (const [counter, cost] of reserved) counter.current += cost
      const outcomes = evaluations.map(
        ({ allowed, resetAt, remainingIfTaken, remainingIfNot }): Outcome => ({
          allowed,
          remaining: taken ? remainingIfTaken : remainingIfNot,
          resetAt,
        }),
      )
      return { taken, outcomes }
    },

    giveBack(checks, now) {
      for (const check of checks) {
        const counter = counterOf(check, now)
        const cell = cellOf(now, check.durationMs)
        if (counter.cell === cell) counter.current = Math.max(0, counter.current - check.cost)
        else if (counter.cell === cell + 1) counter.previous = Math.max(0, counter.previous - check.cost)
      }
    },

    async close() {
      counters.clear()
    },
  }
}

const sweepIntervalMs = 10_000
