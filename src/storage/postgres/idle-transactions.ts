import { SQL } from "bun"
import { StorageUnavailable } from "../port/unavailable.ts"

/**
 * The server ends a transaction whose client sends nothing for this long. A paused node then delays a change of another
 * node by this time and the rest of its lease (1.05 s), less than two seconds together. A change awaits only its
 * statements, and 0.5 s at most for Redis.
 */
export const longestIdleMs = 900

/**
 * Repeats a transaction that the server has ended because this process stood still: the machine is busy, or the process
 * was paused. Nothing was stored. After a longer time the caller may have gone away, so it gets the error.
 */
export async function retryIfEndedIdle<T>(work: () => Promise<T>, forMs: number): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!wasEndedIdle(error) || performance.now() - startedAt > forMs) throw error
    }
  }
}

function wasEndedIdle(error: unknown): boolean {
  const cause = error instanceof StorageUnavailable ? error.cause : undefined
  return cause instanceof SQL.PostgresError && cause.errno === "25P03"
}
