import type { ThreadClient } from "./thread-client.ts"

/** Starts a thread when all others are busy. At the limit, a request waits for the thread with the fewest requests. */
export function createThreadPool(start: () => ThreadClient, atMost: number): ThreadClient {
  const threads: { readonly client: ThreadClient; running: number }[] = []
  const leastBusy = () => {
    const found = threads.toSorted((one, other) => one.running - other.running)[0]
    if (found !== undefined && (found.running === 0 || threads.length >= atMost)) return found
    const fresh = { client: start(), running: 0 }
    threads.push(fresh)
    return fresh
  }
  return {
    async execute(steps) {
      const thread = leastBusy()
      thread.running += 1
      try {
        return await thread.client.execute(steps)
      } finally {
        thread.running -= 1
      }
    },
    async close() {
      // One after the other, as in engine.ts.
      for (const { client } of threads) await client.close()
    },
  }
}
