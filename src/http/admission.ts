import type { Fault } from "../contract/errors.ts"
import { unavailable } from "./answer.ts"

/**
 * Keeps a server with more work than it can do from keeping everybody waiting: what comes too much is refused at once,
 * and what is admitted keeps its latency.
 */
export interface Admission {
  /** Throws 503 where a new request would have to wait too long. */
  refuseOverload(): void
  /** Counts a request from the time its body is there ... */
  begin(): void
  /** ... until it is answered. */
  end(): void
}

interface AdmissionLimits {
  /** Requests that may wait for the database at once. */
  readonly executing: number
  /** Of the requests that one turn of the event loop serves, so many are admitted however long they take ... */
  readonly burst: number
  /** ... and the rest only until so much time is over. */
  readonly burstMs: number
}

export const admissionLimits: AdmissionLimits = { executing: 1_000, burst: 256, burstMs: 50 }

export function createAdmission(limits: AdmissionLimits): Admission {
  let executing = 0
  let burst = 0
  let burstStartedAt = 0

  /** The first request of a turn arms the end of it. */
  const countInTurn = () => {
    if (burst === 0) {
      burstStartedAt = performance.now()
      setImmediate(() => {
        burst = 0
      })
    }
    burst += 1
  }
  const isTurnTooLong = () => burst > limits.burst && performance.now() - burstStartedAt > limits.burstMs

  return {
    refuseOverload() {
      countInTurn()
      if (executing >= limits.executing || isTurnTooLong()) throw overloaded()
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
