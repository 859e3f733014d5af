/**
 * The port to rate-limit counters, by the arithmetic of docs/contract.md#20-rate-limit-arithmetic. Obligations of every adapter
 * (conformance.ts proves them):
 * - All checks of one call are tested against one `now`, and taken together or not at all.
 * - Calls on one counter run one after the other: n parallel calls of cost 1 on a fresh counter pass min(n, limit) times.
 * - Checks of one call on the same counter add up in their order; one that is denied adds nothing to those after it.
 * - Another duration is another counter; another limit is the same counter.
 * - A counter stands in the latest cell in which something was taken from it, and a clock that steps back loses no
 *   counts: up to `clockToleranceMs` before that cell, `now` is read as the beginning of it. Further back the clock must
 *   have been wrong before: all that the counter holds moves to the cell of `now`, so that nobody waits for a wrong time.
 * - Memory is bounded. What stopped counting more than `clockToleranceMs` ago is forgotten, little by little. Nothing
 *   that counts is ever given up for room: where one more counter finds none, taking from it is thrown as
 *   CountersUnavailable and nothing is taken. In one process the counters that exist go on working, and so does looking.
 * - What cannot be reached is thrown as CountersUnavailable, in bounded time.
 */
export interface Counters {
  /** Whether they can be reached, as far as is known. */
  readonly isUp: boolean
  take(checks: readonly Check[], now: number): Promise<Taking>
  /**
   * Undoes what `take` answered for these checks, where what was to go with it did not happen. Each cost leaves the cell
   * it was counted in, if that one still counts; nothing falls below zero.
   */
  refund(checks: readonly Check[], taking: Taking): Promise<void>
  close(): Promise<void>
}

/** Counters in the memory of this process, which can also be taken from at once. */
export interface CountersInMemory {
  /** As `take` of the port; undefined where there is no room for one more counter, and then nothing was taken. */
  takeNow(checks: readonly Check[], now: number): Taking | undefined
}

/** How far one clock may step back, or the clocks of several nodes differ, without a count being lost. */
export const clockToleranceMs = 10_000

export interface Check {
  /** Workspace and scope, in a form that no other kind of counter shares. */
  readonly counter: string
  readonly limit: number
  readonly durationMs: number
  /** 0 looks without taking. */
  readonly cost: number
}

export interface Taking {
  /** Whether every check passed, and so all were taken. */
  readonly taken: boolean
  /** One for each check, in their order. */
  readonly outcomes: readonly Outcome[]
}

export interface Outcome {
  /** The outcome of this check, whatever becomes of the others. */
  readonly allowed: boolean
  /** After the cost if all was taken; what is there otherwise. */
  readonly remaining: number
  /** The end of the cell that the cost was, or would have been, counted in. */
  readonly resetAt: number
}

export class CountersUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The counter store did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = "CountersUnavailable"
  }
}
