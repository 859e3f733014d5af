import type { ThreadClient } from "./thread-client.ts"

interface Settings {
  /** The number of pages in the write-ahead log that are not yet in the file. */
  waitingPages(): number
  startThread(): ThreadClient
}

export interface Checkpoints {
  /** To be called after commits. */
  runIfDue(): void
  close(): Promise<void>
}

/** Fewer pages stay in the log, so that not every small change flushes the file as well. */
const fewestPages = 1_000

/**
 * Moves pages from the write-ahead log to the file on a thread of its own, because a commit that did it would take twice as
 * long. Most installations write little and never need the thread.
 */
export function createCheckpoints({ waitingPages, startThread }: Settings): Checkpoints {
  let thread: ThreadClient | undefined
  let isRunning = false
  const run = async () => {
    isRunning = true
    thread ??= startThread()
    // A failure loses nothing: the pages stay in the log, and the next commit tries again.
    await thread.execute([{ type: "checkpoint" }]).catch(() => {})
    isRunning = false
  }
  return {
    runIfDue() {
      if (!isRunning && waitingPages() >= fewestPages) void run()
    },

    async close() {
      await thread?.close()
    },
  }
}
