import { createFairQueue, type Leave, urgentLane } from "../fair-queue.ts"
import type { Spend } from "../port/store.ts"
import { type ChangeGroup, createChangeGroup, type GroupBounds, type Work } from "../sql/change-group.ts"
import type { Engine } from "../sql/engine.ts"
import { writtenRows } from "../sql/write-query.ts"
import { databaseOn, queryStep } from "./database.ts"
import { openSharedTransaction } from "./shared-transaction.ts"
import { createStepQueue } from "./step-queue.ts"
import type { ThreadClient } from "./thread-client.ts"

interface Writer extends Pick<Engine, "transaction" | "write" | "spend"> {
  /** Runs work that begins and ends its own transaction. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** The lane for work that belongs to no workspace. */
const systemLane = "system"

/** Equals the time that a connection waits for the lock of another program. */
const maxWaitMs = 5_000

/** Spends wait at most this long for the changes before them, and callers for the changes after theirs. */
const usualBounds: GroupBounds = { maxChanges: 64, maxMs: 5 }

/** Runs all changes of the file, one at a time. Those that wait share a transaction, so that one flush stores them all. */
export function createWriter({ execute }: Pick<ThreadClient, "execute">, bounds = usualBounds): Writer {
  const turns = createFairQueue({ maxRunning: 1, maxRunningPerLane: 1, maxWaitMs })
  const steps = createStepQueue(execute)
  const db = databaseOn(async (query) => {
    const rows = writtenRows(query)
    if (rows === undefined) return (await steps.ask(queryStep(query))) ?? []
    steps.add({ type: "write", sql: query.sql, rows })
    return []
  })
  let group: ChangeGroup | undefined

  const openGroup = () => {
    if (group?.isOpen() !== true) group = createChangeGroup(openSharedTransaction(db, steps), bounds)
    return group
  }
  const run = <T>(work: Work<T>, leave: Leave, options: { workspaceId?: string | undefined; isLast?: boolean } = {}) =>
    openGroup().run(work, {
      workspaceId: options.workspaceId,
      hasFollower: () => options.isLast !== true && turns.hasWaiting(),
      end: leave,
    })

  return {
    async transaction(work, { workspaceId, lane = workspaceId ?? systemLane, isLong = false } = {}) {
      const leave = await turns.enter(lane)
      if (isLong && group?.isOpen() === true) await group.close()
      return run(work, leave, { workspaceId, isLast: isLong })
    },

    async write(statements) {
      const written = statements.map((statement) => statement.compile(db))
      const leave = await turns.enter(systemLane)
      const write = async () => {
        for (const { sql, parameters } of written) steps.add({ type: "write", sql, rows: [parameters] })
      }
      await run(write, leave)
    },

    async spend(spends) {
      const leave = await turns.enter(urgentLane)
      // The result comes with the commit, in one message. An object, because a promise would be awaited here.
      const spend = async () => {
        const charging = steps.addAsking({ type: "spend", spends })
        // If this fails, the commit fails with the same error.
        charging.catch(() => {})
        return { charging }
      }
      const { charging } = await run(spend, leave, { isLast: true })
      return (await charging) as readonly Spend[]
    },

    async alone(work) {
      const leave = await turns.enter(systemLane)
      try {
        if (group?.isOpen() === true) await group.close()
        return await work()
      } finally {
        leave()
      }
    },
  }
}
