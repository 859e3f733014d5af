import type { BalanceVerdict } from "../../core/decide-spends.ts"
import { createFairQueue, type FairQueue, type Leave, urgentLane } from "../fair-queue.ts"
import type { Engine } from "../sql/engine.ts"
import type { Database } from "../sql/schema/schema.ts"
import {
  type ChangeGroup,
  createChangeGroup,
  type GroupBounds,
  runSharedOrAlone,
  type Work,
} from "../sql/statements/change-group.ts"
import type { RunStatement } from "../sql/statements/statement-driver.ts"
import { databaseOn } from "./database.ts"
import { createPace } from "./pace-responses.ts"
import { createPreparations } from "./prepared-change.ts"
import type { Step, StepResult } from "./protocol.ts"
import { type LookUp, openSharedTransaction, type SqliteTransaction } from "./shared-transaction.ts"
import type { ThreadClient } from "./thread-client.ts"

interface Writer extends Pick<Engine, "transaction" | "acquireWriteLock" | "write" | "spend"> {
  /** Runs work that begins and ends its own transaction. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** The lane for work that belongs to no workspace. */
const systemLane = "system"

/** Equals the time that a connection waits for the lock of another program. */
const maxWaitMs = 5_000

/** Spends wait at most this long for the changes before them, and callers for the changes after theirs. */
const defaultBounds: GroupBounds = { maxChanges: 64, maxMs: 5 }

const responsesPerTick = 8

export interface WriterOptions {
  readonly thread: Pick<ThreadClient, "execute">
  readonly lookUp: LookUp
  /** Reads what is committed, on another thread. */
  readonly read: RunStatement
  readonly bounds?: GroupBounds
}

interface Turn {
  readonly lane: string
  /** Shares its transaction with no other work. */
  readonly isAlone?: boolean
  /** When it stops waiting, by the monotonic clock. */
  readonly endsAt?: number
}

/**
 * Runs all changes of the file, one at a time. Those that wait share a transaction, so that one flush stores them all. When
 * its commit is sent, the next transaction sends its `begin` behind it, and its changes run when both are answered.
 */
export function createWriter({ thread, lookUp, read, bounds = defaultBounds }: WriterOptions): Writer {
  const turns = createFairQueue({ maxRunning: 1, maxRunningPerLane: 1, maxWaitMs })
  const pace = createPace(responsesPerTick)
  const groups = createGroups({ turns, execute: thread.execute, lookUp, bounds, pace })
  const preparations = createPreparations({
    queue: createFairQueue({ maxRunning: 1, maxRunningPerLane: 1, maxWaitMs }),
    turns,
    begin: groups.begin,
    lookUp,
    read,
  })
  const runInTurn = async <T>(work: Work<T>, { lane, isAlone = false, endsAt }: Turn): Promise<T> => {
    const leave = await turns.enter(lane, endsAt)
    const group = await groups.join(isAlone).catch((error) => {
      leave()
      throw error
    })
    return groups.run(group, work, { leave, isLast: isAlone })
  }
  /**
   * Resolves when the callers of all changes that are stored by now have continued, and have taken from memory what is stale. What
   * is looked up on this thread is seen before the thread that writes has answered.
   */
  const afterStored = async () => {
    await thread.execute([]).catch(() => {})
    await pace()
  }
  /** Runs steps that need no lookup before them. */
  const runSteps = (steps: readonly Step[], lane: string, onResult?: (result: StepResult) => void): Promise<void> =>
    runSharedOrAlone(async (isAlone) => {
      const leave = await turns.enter(lane)
      const group = await groups.joinWithoutLock(isAlone)
      const add = async () => {
        for (const step of steps) group.transaction.addOpaqueStep(step, onResult)
      }
      await groups.run(group, add, { leave, isLast: true })
    }, false)

  return {
    transaction(work, { workspaceId, lane = workspaceId ?? systemLane, isLong = false, preparesFirst = false } = {}) {
      if (!preparesFirst) return runSharedOrAlone((isAlone) => runInTurn(work, { lane, isAlone }), isLong)
      const turn = { lane, endsAt: performance.now() + maxWaitMs }
      const prepare = () => preparations.run(work, turn).finally(afterStored)
      return runSharedOrAlone((isAlone) => (isAlone ? runInTurn(work, { ...turn, isAlone }) : prepare()), false)
    },

    acquireWriteLock: preparations.acquireWriteLock,

    async write(statements) {
      const steps = statements.map((statement): Step => {
        const { sql, parameters } = statement.compile(groups.db)
        return { type: "write", sql, rows: [parameters] }
      })
      await runSteps(steps, systemLane)
    },

    async spend(spends) {
      let charged: readonly BalanceVerdict[] = []
      await runSteps([{ type: "spend", spends }], urgentLane, (result) => {
        charged = result as readonly BalanceVerdict[]
      })
      return charged
    },

    async alone(work) {
      const leave = await turns.enter(systemLane)
      try {
        await groups.close()
        return await work()
      } finally {
        leave()
      }
    },
  }
}

interface GroupsOptions {
  readonly turns: FairQueue
  readonly execute: ThreadClient["execute"]
  readonly lookUp: LookUp
  readonly bounds: GroupBounds
  readonly pace: () => Promise<void>
}

interface OpenGroup {
  readonly group: ChangeGroup
  readonly transaction: SqliteTransaction
}

interface GroupTurn {
  readonly leave: Leave
  /** Commits after this change, whether or not others wait. */
  readonly isLast: boolean
}

/** The groups of changes, of which at most one is open. Each function is for the one whose turn it is. */
function createGroups({ turns, execute, lookUp, bounds, pace }: GroupsOptions) {
  let current: OpenGroup | undefined
  /** All groups share it, so that the queries on it are built once. */
  const db = databaseOn((query) => {
    if (current === undefined) throw new Error("There is no transaction.")
    return current.transaction.run(query)
  })
  const openIn = (transaction: SqliteTransaction): OpenGroup => {
    current = { group: createChangeGroup(transaction, bounds), transaction }
    return current
  }
  const findOpen = () => (current?.group.isOpen() === true ? current : undefined)
  const close = async () => {
    await findOpen()?.group.close()
  }
  /** Begins a transaction of its own, with the lock of the file. */
  const begin = async (own: Database): Promise<SqliteTransaction> => {
    await close()
    const transaction = openSharedTransaction({ db: own, execute, lookUp })
    await transaction.begin()
    return transaction
  }

  return {
    db,
    begin,
    close,
    async join(isAlone: boolean): Promise<OpenGroup> {
      return (isAlone ? undefined : findOpen()) ?? openIn(await begin(db))
    },
    /** If no group is open, the steps come in one message with `begin` and `commit`. */
    async joinWithoutLock(isAlone: boolean): Promise<OpenGroup> {
      if (isAlone) await close()
      return findOpen() ?? openIn(openSharedTransaction({ db, execute, lookUp }))
    },
    run<T>({ group }: OpenGroup, work: Work<T>, { leave, isLast }: GroupTurn): Promise<T> {
      return group.run(work, { hasFollower: () => !isLast && turns.hasWaiting(), end: leave }).finally(pace)
    },
  }
}
