import type { Fault } from "../contract/errors.ts"
import { unavailable } from "./answer.ts"

/**
 * Keeps a server with more work than it can do from keeping everybody waiting: what comes too much is refused at once,
 * and what is admitted keeps its latency.
 */
export interface Admission {
  /** Throws 503 where a new request would have to wait too long. */
  refuseOverload(): void
  /** Counts a request from the time its body is there until it is answered. */
  execute<T>(work: () => Promise<T>): Promise<T>
}

interface AdmissionLimits {
  /** Requests that may wait for the database at once. */
  readonly executing: number
  /** How long the requests that arrived together may keep the event loop before the rest of them is refused. */
  readonly burstMs: number
}

export const admissionLimits: AdmissionLimits = { executing: 1_000, burstMs: 200 }

export function createAdmission({ executing: mostExecuting, burstMs }: AdmissionLimits): Admission {
  let executing = 0
  let burstStartedAt: number | undefined

  /** A burst is what the event loop serves in one turn; the first request of it arms the end of it. */
  const burstAge = (): number => {
    const now = performance.now()
    if (burstStartedAt === undefined) {
      burstStartedAt = now
      setImmediate(() => {
        burstStartedAt = undefined
      })
    }
    return now - burstStartedAt
  }

  return {
    refuseOverload() {
      if (executing >= mostExecuting || burstAge() > burstMs) throw overloaded()
    },
    async execute(work) {
      executing += 1
      try {
        return await work()
      } finally {
        executing -= 1
      }
    },
  }
}

function overloaded(): Fault {
  return unavailable(undefined, "The server has more requests than it can answer in time. Repeat the request later.")
}
