import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { until } from "../../../test/harness/until.ts"
import { openDatabase } from "../../../test/storage/provide-database.ts"
import { newIdentity } from "../conformance/new-objects.ts"
import { addWorkspace, change } from "../conformance/stored-objects.ts"
import { createCheckpoints } from "./checkpoints.ts"
import type { Step } from "./protocol.ts"

describe("checkpoints", () => {
  test("move pages to the file while changes go on, long before a commit would have to", async () => {
    await using database = await openDatabase("sqlite")
    const { store, location } = database
    const { id } = await addWorkspace(store)
    const other = new Database(location)
    const progress = () =>
      other.query<{ log: number; checkpointed: number }, []>("pragma wal_checkpoint(noop)").get() ?? undefined
    const meta = { text: "x".repeat(2_000) }
    await until(async () => {
      const identities = Array.from({ length: 200 }, () => ({ ...newIdentity(id), meta }))
      await change(store, id, (tx) => tx.identities.insert(identities))
      return (progress()?.checkpointed ?? 0) > 0
    })
    // A commit moves them itself if there are more than 16,384.
    expect(progress()?.log).toBeLessThan(16_384)
    other.close()
  })

  /** Checkpoints that end when the test says so. */
  const openCheckpoints = (waitingPages: () => number) => {
    const running: PromiseWithResolvers<[]>[] = []
    let threads = 0
    const startThread = () => {
      threads += 1
      return {
        execute(steps: readonly Step[]) {
          expect(steps).toEqual([{ type: "checkpoint" }])
          const one = Promise.withResolvers<[]>()
          running.push(one)
          return one.promise
        },
        close: async () => {
          threads -= 1
        },
      }
    }
    return { running, threads: () => threads, ...createCheckpoints({ waitingPages, startThread }) }
  }

  test("begin with a thousand pages, run one at a time, and go on with a new thread after one fails", async () => {
    let waitingPages = 999
    const { running, threads, runIfDue, close } = openCheckpoints(() => waitingPages)
    runIfDue()
    await Bun.sleep(0)
    expect(running).toHaveLength(0)
    waitingPages = 1_000
    await until(() => {
      runIfDue()
      return running.length > 0
    })
    runIfDue()
    expect(running).toHaveLength(1)
    running[0]?.reject(new Error("disk full"))
    await until(() => threads() === 0)
    await until(() => {
      runIfDue()
      return running.length === 2
    })
    expect(threads()).toBe(1)
    await close()
    expect(threads()).toBe(0)
  })

  test("are closed when the thread of a failed one has ended", async () => {
    const ending = Promise.withResolvers<void>()
    const { runIfDue, close } = createCheckpoints({
      waitingPages: () => 1_000,
      startThread: () => ({ execute: () => Promise.reject(new Error("disk full")), close: () => ending.promise }),
    })
    runIfDue()
    await Bun.sleep(0)
    let isClosed = false
    const closing = close().then(() => {
      isClosed = true
    })
    await Bun.sleep(0)
    expect(isClosed).toBe(false)
    ending.resolve()
    await closing
  })

  test("never fail, and start no thread once they are closed", async () => {
    let isBroken = true
    const { running, runIfDue, close } = openCheckpoints(() => {
      if (isBroken) throw new Error("disk I/O error")
      return 1_000
    })
    runIfDue()
    isBroken = false
    await close()
    await Bun.sleep(0)
    runIfDue()
    expect(running).toHaveLength(0)
  })
})
