import type { LimitEvaluation } from "../core/ratelimit.ts"
import {
  type Check,
  type CheckResult,
  type Counters,
  type CountersInMemory,
  CountersUnavailable,
  clockToleranceMs,
  type TakeResult,
} from "./counters.ts"
import {
  type CheckedWindow,
  type Counter,
  evaluate,
  freshWindow,
  peekCounter,
  realignToClock,
  windowAt,
} from "./window-check.ts"

export interface LocalCounters extends Counters, CountersInMemory {
  /** Number of counters. */
  readonly size: number
}

export interface LocalOptions {
  /** Maximum number of counters; each takes some hundred bytes. */
  readonly maximum?: number
}

/** Each call cleans a few counters, because cleaning all at once would block. This keeps memory within a third of what counts. */
const visits = { perNew: 4, perMsAtMost: 1000, whenFull: 1000 }

type MutableCounter = { -readonly [Member in keyof Counter]: Counter[Member] }

/** Exact counters of one process. */
export function createLocalCounters({ maximum = 1_000_000 }: LocalOptions = {}): LocalCounters {
  // The first duration uses the bare name; any other duration is prefixed to it.
  const counters = new Map<string, MutableCounter>()
  let walk = counters.entries()
  let lastNow = 0

  const find = ({ counter, durationMs }: Check): MutableCounter | undefined => {
    const first = counters.get(counter)
    return first?.durationMs === durationMs ? first : counters.get(`${durationMs}/${counter}`)
  }

  /** Cycles in insertion order; added and removed counters do not disturb it. */
  const visitNext = () => {
    const { value, done } = walk.next()
    if (!done) return value
    walk = counters.entries()
    return walk.next().value
  }

  const forgetSome = (count: number, now: number) => {
    for (let left = Math.min(count, counters.size); left > 0; left--) {
      const visited = visitNext()
      if (visited === undefined) return
      const [name, { cell, durationMs }] = visited
      if ((cell + 2) * durationMs + clockToleranceMs <= now) counters.delete(name)
    }
  }

  const forgetWhatIsOver = (now: number) => {
    const passedMs = Math.min(Math.max(0, now - lastNow), visits.perMsAtMost)
    lastNow = now
    if (passedMs > 0) forgetSome(passedMs, now)
  }

  const hasRoom = (checks: readonly Check[], now: number): boolean => {
    if (counters.size + checks.length <= maximum) return true
    const isShort = () => counters.size + addedBy(checks) > maximum
    if (!isShort()) return true
    forgetSome(visits.whenFull, now)
    return !isShort()
  }
  const addedBy = (checks: readonly Check[]) =>
    checks.filter((check, index) => check.cost > 0 && !find(check) && findEarlierCheck(checks, index) === undefined)
      .length

  const windowFor = (check: Check, now: number): CheckedWindow => {
    const kept = find(check)
    if (kept === undefined) return freshWindow(now, check.durationMs)
    const right = realignToClock(kept, now)
    if (right !== kept) Object.assign(kept, right)
    return windowAt(kept, now)
  }

  const keep = ({ counter, durationMs }: Check, { cell, current, previous, cost }: CheckedWindow) => {
    const name = counters.has(counter) ? `${durationMs}/${counter}` : counter
    counters.set(name, { durationMs, cell, current: current + cost, previous })
  }

  const charge = (checks: readonly Check[], windows: readonly CheckedWindow[], now: number) => {
    const sizeBefore = counters.size
    for (let index = 0; index < checks.length; index++) {
      const check = checks[index]
      const window = windows[index]
      if (check === undefined || window === undefined || window.cost === 0) continue
      const kept = find(check)
      if (kept === undefined) {
        keep(check, window)
        continue
      }
      kept.cell = window.cell
      kept.current = window.current + window.cost
      kept.previous = window.previous
    }
    if (counters.size > sizeBefore) forgetSome(visits.perNew * (counters.size - sizeBefore), now)
  }

  const takeNow = (checks: readonly Check[], now: number): TakeResult | undefined => {
    forgetWhatIsOver(now)
    // One per check; checks on the same counter share it.
    const windows: CheckedWindow[] = []
    const tried: LimitEvaluation[] = []
    let taken = true
    for (const check of checks) {
      const before = findEarlierCheck(checks, windows.length)
      const window = (before === undefined ? undefined : windows[before]) ?? windowFor(check, now)
      const outcome = evaluate(window, check)
      windows.push(window)
      tried.push(outcome)
      if (!outcome.allowed) taken = false
    }
    if (taken) {
      if (!hasRoom(checks, now)) return undefined
      charge(checks, windows, now)
    }
    return { taken, outcomes: tried.map(taken ? asTaken : asNotTaken) }
  }

  return {
    isUp: true,

    get size() {
      return counters.size
    },

    takeNow,

    async take(checks, now) {
      const result = takeNow(checks, now)
      if (result !== undefined) return result
      throw new CountersUnavailable(new Error(`all ${maximum} counters of this process are in use`))
    },

    async peek(checks, now) {
      return checks.map((check) => peekCounter(find(check), check, now))
    },

    async refund(checks, { taken, outcomes }) {
      if (!taken) return
      checks.forEach((check, index) => {
        const kept = find(check)
        const outcome = outcomes[index]
        if (kept === undefined || outcome === undefined) return
        const cell = outcome.resetAt / check.durationMs - 1
        if (kept.cell === cell) kept.current = Math.max(0, kept.current - check.cost)
        else if (kept.cell === cell + 1) kept.previous = Math.max(0, kept.previous - check.cost)
      })
    },

    async close() {
      counters.clear()
    },
  }
}

/** Returns the first check of the call on the same counter, if it comes before this one. */
function findEarlierCheck(checks: readonly Check[], index: number): number | undefined {
  const check = checks[index]
  for (let before = 0; before < index; before++) {
    const earlier = checks[before]
    if (earlier?.counter === check?.counter && earlier?.durationMs === check?.durationMs) return before
  }
  return undefined
}

function asTaken({ allowed, remainingIfTaken, resetAt }: LimitEvaluation): CheckResult {
  return { allowed, remaining: remainingIfTaken, resetAt }
}

function asNotTaken({ allowed, remainingIfNot, resetAt }: LimitEvaluation): CheckResult {
  return { allowed, remaining: remainingIfNot, resetAt }
}
