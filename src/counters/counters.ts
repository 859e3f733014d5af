/**
 * The port to rate-limit counters, by the arithmetic of section 20 of the contract. Obligations of every adapter
 * (conformance.ts proves them):
 * - All checks of one call are tested against one `now`, and taken together or not at all.
 * - Calls on one counter run one after the other: n parallel calls of cost 1 on a fresh counter pass min(n, limit) times.
 * - Checks of one call on the same counter add up in their order.
 * - Another duration is another counter; another limit is the same counter.
 * - What cannot be reached is thrown as CountersUnavailable.
 */
export interface Counters {
  take(checks: readonly Check[], now: number): Taking | Promise<Taking>
  /** Undoes a taking of the same checks at the same `now`, where what was to go with it did not happen. */
  giveBack(checks: readonly Check[], now: number): void | Promise<void>
  close(): Promise<void>
}

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
  /** The outcome of this check alone. */
  readonly allowed: boolean
  /** After the cost if all was taken; what is there otherwise. */
  readonly remaining: number
  readonly resetAt: number
}

export class CountersUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The counter store did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = "CountersUnavailable"
  }
}
