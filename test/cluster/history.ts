/** What the clients of a cluster were answered, each with the moments between which it happened, by one clock. */
export interface History {
  readonly changes: Change[]
  readonly observations: Observation[]
  readonly spends: Spend[]
  readonly takings: Taking[]
  readonly unexpected: Unexpected[]
}

interface Span {
  readonly node: number
  readonly startedAt: number
  readonly endedAt: number
}

/**
 * - done: answered 200, so it must be there from now on;
 * - refused: answered 503, or nobody there who could take it, so it must not have happened;
 * - open: not answered, so it may have happened, and may happen later.
 */
export type Fate = "done" | "refused" | "open"

/** Gives a register a value. Whoever changes a register does so alone, one change after the other, up to one that stays open. */
export interface Change extends Span {
  readonly register: string
  readonly value: string
  readonly operation: string
  readonly fate: Fate
  readonly requestId: string | undefined
}

/** A value that was seen in a register. */
export interface Observation extends Span {
  readonly register: string
  readonly value: string
}

/** A verification that costs credits. */
export interface Spend extends Span {
  readonly account: string
  readonly cost: number
  /** short: there were too few. */
  readonly outcome: "taken" | "short" | "refused" | "open"
  /** Credits that were left, as far as they were told. */
  readonly left: number | undefined
}

/** A request that counts against a limit. */
export interface Taking extends Span {
  readonly limited: string
  readonly outcome: "admitted" | "limited" | "refused" | "open"
}

/** An answer that nobody should get, whatever is wrong. */
export interface Unexpected {
  readonly node: number
  readonly outcome: string
  readonly requestId: string
}

export function newHistory(): History {
  return { changes: [], observations: [], spends: [], takings: [], unexpected: [] }
}
