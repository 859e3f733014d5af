/** The responses to the clients of a cluster, each with its start and end on one clock. */
export interface History {
  readonly changes: Change[]
  readonly observations: Observation[]
  readonly spends: Spend[]
  readonly limitedRequests: LimitedRequest[]
  readonly unexpected: Unexpected[]
}

interface Span {
  readonly node: number
  readonly startedAt: number
  readonly endedAt: number
}

/**
 * - done: status 200, so it must have taken effect;
 * - refused: status 503, or the connection was refused, so it must not have taken effect;
 * - open: no response, so it may have taken effect, and may do so later.
 */
export type CallResult = "done" | "refused" | "open"

/** Gives a register a value. One client makes all changes of a register, one after the other, and stops after an open one. */
export interface Change extends Span {
  readonly register: string
  readonly value: string
  readonly operation: string
  readonly result: CallResult
  readonly requestId: string | undefined
}

/** A value that a read showed for a register. */
export interface Observation extends Span {
  readonly register: string
  readonly value: string
}

/** A verification that costs credits. */
export interface Spend extends Span {
  readonly account: string
  readonly cost: number
  /** short: there were too few credits. */
  readonly outcome: "taken" | "short" | "refused" | "open"
  /** Remaining credits, if the response shows them. */
  readonly left: number | undefined
}

/** A request that counts against a limit. */
export interface LimitedRequest extends Span {
  readonly limited: string
  readonly outcome: "admitted" | "limited" | "refused" | "open"
}

/** A response that no fault may cause. */
export interface Unexpected {
  readonly node: number
  readonly outcome: string
  readonly requestId: string
}

export function newHistory(): History {
  return { changes: [], observations: [], spends: [], limitedRequests: [], unexpected: [] }
}
