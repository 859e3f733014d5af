import type { ThreadClient } from "./thread-client.ts"

interface Settings {
  /** The number of pages in the write-ahead log that are not yet in the file. */
  waitingPages(): number
  startThread(): ThreadClient
}

export interface Checkpoints {
  /** To be called after commits. Never fails. */
  runIfDue(): void
  close(): Promise<void>
}

/** Fewer pages stay in the log, so that not every small change flushes the file as well. */
const fewestPages = 1_000

/** Counting the pages takes a tenth of a millisecond while another thread writes. */
const countsEveryMs = 20

/**
 * Moves pages from the write-ahead log to the file on a thread of its own, because a commit that did it would take twice as
 * long. Most installations write little and never need the thread. A failure loses nothing: the pages stay in the log, and the
 * next commit tries again, with a new thread.
 */
export function createCheckpoints({ waitingPages, startThread }: Settings): Checkpoints {
  let thread: ThreadClient | undefined
  /** A thread that ends keeps the file open until then. */
  let ended: Promise<void> | undefined
  let countsAt = 0
  let isRunning = false
  let isClosed = false
  const endThread = async () => {
    if (thread !== undefined) ended = thread.close()
    thread = undefined
    await ended
  }
  const run = async () => {
    isRunning = true
    countsAt = performance.now() + countsEveryMs
    try {
      if (waitingPages() < fewestPages) return
      thread ??= startThread()
      await thread.execute([{ type: "checkpoint" }])
    } catch {
      await endThread()
    } finally {
      isRunning = false
    }
  }
  return {
    runIfDue() {
      if (!isRunning && !isClosed && performance.now() >= countsAt) void run()
    },

    async close() {
      isClosed = true
      await endThread()
    },
  }
}
