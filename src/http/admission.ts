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
  /** A request waits, its body being there already, so that slow senders take nobody's place ... */
  begin(): void
  /** ... until it is answered. */
  end(): void
}

/** Requests that may wait for the database at once. */
export const executingAtMost = 1_000

export function createAdmission(limit: number): Admission {
  let executing = 0
  return {
    refuseOverload() {
      if (executing >= limit) throw overloaded()
    },
    begin() {
      executing += 1
    },
    end() {
      executing -= 1
    },
  }
}

function overloaded(): Fault {
  return unavailable(undefined, "The server has more requests than it can answer in time. Repeat the request later.")
}
