import type { PeekedLimit } from "../core/ratelimit.ts"

/**
 * The port to rate-limit counters (docs/contract.md#20-rate-limit-arithmetic). Every adapter must meet these obligations,
 * and conformance.ts tests them:
 * - All checks of one call use one `now`, and are taken together or not at all.
 * - Calls on one counter run one after another: n parallel calls of cost 1 on a fresh counter pass min(n, limit) times.
 * - Checks of one call on the same counter add up in order; a denied check adds nothing to later ones.
 * - A different duration is a different counter; a different limit is the same counter.
 * - A counter is at the latest cell with a result. A clock that steps back by up to `clockToleranceMs` loses no counts:
 *   `now` becomes the start of that cell. If it steps back further, the counter moves to the cell of `now`.
 * - Memory is bounded. Counters that stopped counting more than `clockToleranceMs` ago are removed gradually. A counter
 *   that counts is never evicted: without room for a new one, `take` throws CountersUnavailable and takes nothing.
 * - Adapters throw CountersUnavailable in bounded time if the counters cannot be reached.
 */
export interface Counters {
  /** Whether the counters are reachable, as far as known. */
  readonly isUp: boolean
  take(checks: readonly Check[], now: number): Promise<TakeResult>
  /** Evaluates each check alone and takes nothing. */
  peek(checks: readonly Check[], now: number): Promise<readonly PeekedLimit[]>
  /** Undoes a `take` whose operation failed. Each cost is subtracted from its cell if that still counts, never below zero. */
  refund(checks: readonly Check[], result: TakeResult): Promise<void>
  close(): Promise<void>
}

/** Counters in the memory of this process, which also work synchronously. */
export interface CountersInMemory {
  /** Like `take`; returns undefined and takes nothing if there is no room for another counter. */
  takeNow(checks: readonly Check[], now: number): TakeResult | undefined
}

/** How far a clock may step back, or clocks of nodes may differ, without losing counts. */
export const clockToleranceMs = 10_000

export interface Check {
  /** Workspace and scope, in a form unique to this kind of counter. */
  readonly counter: string
  readonly limit: number
  readonly durationMs: number
  /** 0 checks without taking. */
  readonly cost: number
}

export interface TakeResult {
  /** Whether every check passed, so that all costs were taken. */
  readonly taken: boolean
  /** One per check, in order. */
  readonly outcomes: readonly CheckResult[]
}

export interface CheckResult {
  /** The result of this check alone. */
  readonly allowed: boolean
  /** After the cost if all costs were taken; otherwise the current value. */
  readonly remaining: number
  /** End of the cell that counts the cost. */
  readonly resetAt: number
}

export class CountersUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The counter store did not respond: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = "CountersUnavailable"
  }
}
