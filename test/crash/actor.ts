import type { Call } from "./call.ts"

/** A client that remembers which of its calls were acknowledged. */
export interface Actor {
  /** Number of steps that may run at once. */
  readonly clients: number
  /** Makes one call; false if the server did not respond. */
  step(call: Call): Promise<boolean>
  /** After a restart: every acknowledged call took effect, and every other call took effect completely or not at all. */
  checkResults(call: Call): Promise<void>
  /** Ids of its keys: after `checkResults` these keys exist, and no others. */
  keyIds(): readonly string[]
  readonly tally: ActorTally
}

export interface ActorTally {
  acknowledged: number
  /** Calls without a response, and the minimum number of them that took effect. */
  unanswered: number
  happened: number
}

export function newTally(): ActorTally {
  return { acknowledged: 0, unanswered: 0, happened: 0 }
}

/** Throws if the promise was broken. */
export function hold(isKept: boolean, promise: string, evidence: unknown): void {
  if (!isKept) throw new Error(`Not true: ${promise}. Found ${JSON.stringify(evidence)}`)
}
