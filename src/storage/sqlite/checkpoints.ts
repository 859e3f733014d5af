import type { ThreadClient } from "./thread-client.ts"

/** How often the length of the log is looked at, at most. */
const everyMs = 100

/**
 * Moves pages from the write-ahead log to the file on a thread of its own, because a change whose commit did it would wait for
 * twice as many writes. Returns a function to call after commits.
 */
export function createCheckpoints({ execute }: Pick<ThreadClient, "execute">): () => void {
  let isRunning = false
  let endedAt = Number.NEGATIVE_INFINITY
  const checkpoint = async () => {
    isRunning = true
    // A failure loses nothing: the pages stay in the log, and the next commit tries again.
    await execute([{ type: "checkpoint" }]).catch(() => {})
    isRunning = false
    endedAt = performance.now()
  }
  return () => {
    if (!isRunning && performance.now() - endedAt >= everyMs) void checkpoint()
  }
}
