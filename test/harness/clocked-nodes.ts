import { createLocalCounters } from "../../src/counters/local.ts"
import { startKeyward, type TestOptions, type TestServer } from "./harness.ts"

interface ClockedNodes extends Pick<TestOptions, "engine" | "environment" | "watchesNotices" | "wrapStore"> {
  /** More than one need PostgreSQL. */
  readonly count: number
  /** A clock that the test moves for all of them. */
  readonly clock: { now: number }
}

/** Nodes of one process on one database, with one clock. They share their rate limits without Redis, which has its own clock. */
export async function startClockedNodes({ count, ...given }: ClockedNodes): Promise<Nodes> {
  const options = { ...given, counters: createLocalCounters() }
  const first = await startKeyward(options)
  const others: TestServer[] = []
  while (others.length + 1 < count) others.push(await startKeyward({ ...options, beside: first }))
  return {
    all: [first, ...others],
    first,
    async stop() {
      for (const node of others) await node.stop()
      // Drops the database.
      await first.stop()
    },
  }
}

export interface Nodes {
  readonly all: readonly TestServer[]
  readonly first: TestServer
  stop(): Promise<void>
}
