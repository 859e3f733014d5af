import { cellOf, evaluateLimit, type LimitEvaluation, type PeekedLimit, peekLimit } from "../core/ratelimit.ts"
import { type Check, clockToleranceMs } from "./counters.ts"

/** Tokens in the latest cell with any, and in the cell before it. */
export interface Counter {
  readonly durationMs: number
  readonly cell: number
  readonly current: number
  readonly previous: number
}

/** A counter during one call, with what the call is about to take. */
export interface CheckedWindow extends Counter {
  readonly at: number
  cost: number
}

/** A different duration is a different counter. */
export function nameOf({ counter, durationMs }: Check): string {
  return `${durationMs}/${counter}`
}

/** A counter from which nothing was taken. */
export function freshWindow(now: number, durationMs: number): CheckedWindow {
  return { durationMs, cell: cellOf(now, durationMs), current: 0, previous: 0, at: now, cost: 0 }
}

/** The caller must have aligned the counter to `now`, see `realignToClock`. */
export function windowAt(counter: Counter, now: number): CheckedWindow {
  const at = Math.max(now, counter.cell * counter.durationMs)
  const { durationMs, cell, current, previous } = movedTo(cellOf(at, counter.durationMs), counter)
  return { durationMs, cell, current, previous, at, cost: 0 }
}

/** A counter far ahead of the clock would deny until that time comes. */
export function realignToClock(counter: Counter, now: number): Counter {
  if (counter.cell * counter.durationMs - now <= clockToleranceMs) return counter
  return { ...freshAt(now, counter.durationMs), current: counter.current + counter.previous }
}

/** Earlier checks of the call count for the verdict, but stay available if nothing is taken. */
export function evaluate(window: CheckedWindow, { limit, durationMs, cost }: Check): LimitEvaluation {
  const { at: now, current, previous, cost: pending } = window
  const tried = { now, limit, durationMs, cost, window: { current: current + pending, previous } }
  const { allowed, used, resetAt, remainingIfTaken } = evaluateLimit(tried)
  const remainingIfNot = Math.max(0, limit - used + pending)
  if (allowed) window.cost += cost
  return { allowed, used, resetAt, remainingIfTaken, remainingIfNot }
}

/** Evaluates a check alone and takes nothing. Without a counter, nothing was taken yet. */
export function peekCounter(counter: Counter | undefined, check: Check, now: number): PeekedLimit {
  const { durationMs } = check
  const window = counter === undefined ? freshWindow(now, durationMs) : windowAt(realignToClock(counter, now), now)
  return peekLimit({ ...check, now: window.at, window })
}

function freshAt(now: number, durationMs: number): Counter {
  return { durationMs, cell: cellOf(now, durationMs), current: 0, previous: 0 }
}

function movedTo(cell: number, counter: Counter): Counter {
  if (counter.cell === cell) return counter
  return { ...counter, cell, current: 0, previous: counter.cell === cell - 1 ? counter.current : 0 }
}
