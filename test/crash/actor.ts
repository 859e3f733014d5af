import type { Call } from "./call.ts"

/** A client that remembers what it was promised. */
export interface Actor {
  /** How many of its steps may run at once. */
  readonly clients: number
  /** One call; false once the server answers no more. */
  step(call: Call): Promise<boolean>
  /** After a restart: what was acknowledged is there, and what was not is there wholly or not at all. */
  settle(call: Call): Promise<void>
  /** Ids of its keys: when settled there are these and no others. */
  keyIds(): readonly string[]
  readonly tally: ActorTally
}

export interface ActorTally {
  acknowledged: number
  /** Calls whose answer never came, and how many of them, at least, had happened all the same. */
  unanswered: number
  happened: number
}

export function newTally(): ActorTally {
  return { acknowledged: 0, unanswered: 0, happened: 0 }
}

/** A promise that was not kept. */
export function hold(isKept: boolean, promise: string, evidence: unknown): void {
  if (!isKept) throw new Error(`Not true: ${promise}. Found ${JSON.stringify(evidence)}`)
}
