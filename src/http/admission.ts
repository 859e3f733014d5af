import type { Fault } from "../contract/errors.ts"
import { unavailable } from "./answer.ts"

/**
 * Keeps a server whose disk or database cannot follow from keeping everybody waiting: what comes too much is refused at
 * once, and what is admitted keeps its latency. Work that waits for nothing needs no such bound: it is done as it
 * arrives, and a client on each of n connections waits for n others at most.
 */
export interface Admission {
  /** Throws 503 where a new request would have to wait too long. */
  refuseOverload(): void
  /** Counts a request that waits, its body being there already, so that slow senders take nobody's place. */
  during<T>(work: Promise<T>): Promise<T>
}

/** Requests that may wait for the database at once. */
export const executingAtMost = 1_000

export function createAdmission(limit: number): Admission {
  let executing = 0
  return {
    refuseOverload() {
      if (executing >= limit) throw overloaded()
    },
    async during(work) {
      executing += 1
      try {
        return await work
      } finally {
        executing -= 1
      }
    },
  }
}

function overloaded(): Fault {
  return unavailable(undefined, "The server has more requests than it can answer in time. Repeat the request later.")
}
