import { createFairQueue, type Leave, urgentLane } from "../fair-queue.ts"
import type { Spend } from "../port/credits.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import {
  type ChangeGroup,
  createChangeGroup,
  type GroupBounds,
  RunAgain,
  runSharedOrAlone,
  type Work,
} from "../sql/change-group.ts"
import type { Engine } from "../sql/engine.ts"
import { isLookup } from "../sql/read-tables.ts"
import type { Database } from "../sql/schema.ts"
import type { RunStatement } from "../sql/statement-driver.ts"
import { databaseOn } from "./database.ts"
import { openPreparedChange, type PreparedChange } from "./prepared-change.ts"
import { type LookUp, openSharedTransaction, type SqliteTransaction } from "./shared-transaction.ts"
import type { ThreadClient } from "./thread-client.ts"

interface Writer extends Pick<Engine, "transaction" | "takeTurn" | "write" | "spend"> {
  /** Runs work that begins and ends its own transaction. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** The lane for work that belongs to no workspace. */
const systemLane = "system"

/** Equals the time that a connection waits for the lock of another program. */
const maxWaitMs = 5_000

/** Spends wait at most this long for the changes before them, and callers for the changes after theirs. */
const usualBounds: GroupBounds = { maxChanges: 64, maxMs: 5, answeredAtOnce: 8 }

/** How long changes may wait for those before them, if they have run already. */
export interface Patience {
  /** Afterwards they run again, because their callers may have gone away. */
  readonly maxMs: number
  /** After a commit that took longer, changes run when all before them are stored: more of them then share a flush. */
  readonly slowCommitMs: number
}

const usualPatience: Patience = { maxMs: 250, slowCommitMs: 10 }

export interface WriterOptions {
  readonly thread: Pick<ThreadClient, "execute">
  readonly lookUp: LookUp
  /** Reads what is committed, on another thread. */
  readonly read: RunStatement
  readonly bounds?: GroupBounds
  readonly patience?: Patience
}

interface OpenGroup {
  readonly group: ChangeGroup
  readonly transaction: SqliteTransaction
}

interface Turn {
  readonly lane: string
  /** Shares its transaction with no other work. */
  readonly isAlone?: boolean
  /** Ends the transaction. */
  readonly isLast?: boolean
  /** Runs when all before it are stored. */
  readonly isFirst?: boolean
  /** When it stops waiting, by the monotonic clock. */
  readonly endsAt?: number
}

type WorkIn<T> = (transaction: SqliteTransaction, record: Parameters<Work<T>>[1]) => Promise<T>

/** Runs all changes of the file, one at a time. Those that wait share a transaction, so that one flush stores them all. */
export function createWriter(options: WriterOptions): Writer {
  const { thread, lookUp, read, bounds = usualBounds, patience = usualPatience } = options
  const turns = createFairQueue({ maxRunning: 1, maxRunningPerLane: 1, maxWaitMs })
  const preparations = createFairQueue({ maxRunning: 1, maxRunningPerLane: 1, maxWaitMs })
  const prepared = new WeakMap<Database, PreparedChange>()
  let lastCommitMs = 0
  const execute: ThreadClient["execute"] = async (steps) => {
    const sentAt = performance.now()
    const results = await thread.execute(steps)
    // Without writes, a commit does not flush the disk.
    const isFlushed = steps.at(-1)?.type === "commit" && steps.some(({ type }) => type === "write" || type === "spend")
    if (isFlushed) lastCommitMs = performance.now() - sentAt
    return results
  }
  let current: OpenGroup | undefined
  /** The last transaction, of a group or of a change that prepared before its turn. */
  let last: SqliteTransaction | undefined
  const db = databaseOn((query) => {
    if (current === undefined) throw new Error("There is no transaction.")
    return current.transaction.run(query)
  })

  const openGroup = ({ isAlone = false, isFirst = false }: Turn): OpenGroup => {
    if (current?.group.isOpen() === true) return current
    const before = !isAlone && !isFirst && last?.mayBeFollowed() === true ? last : undefined
    const transaction = openSharedTransaction({
      db,
      execute,
      // What runs again alone asks the thread, in case that another program writes to the file.
      lookUp: isAlone ? undefined : lookUp,
      following: before && { before, maxMs: patience.maxMs },
    })
    current = { group: createChangeGroup(transaction, bounds), transaction }
    last = transaction
    return current
  }
  const isFirstOpen = () => current?.group.isOpen() === true && current.transaction.mayCommit === undefined
  const closeGroup = async () => {
    if (current?.group.isOpen() === true) await current.group.close()
    await current?.transaction.over
  }
  const runInTurn = async <T>(work: WorkIn<T>, turn: Turn): Promise<T> => {
    const { lane, isAlone = false, isLast = false, isFirst = false, endsAt } = turn
    const leave = await turns.enter(lane, endsAt)
    if (isAlone || (isFirst && !isFirstOpen())) await closeGroup()
    else if (lastCommitMs > patience.slowCommitMs && current?.group.isOpen() === false) await current.transaction.over
    const { group, transaction } = openGroup(turn)
    return group.run((_db, record) => work(transaction, record), {
      isLast: isAlone || isLast,
      hasFollower: () => turns.hasWaiting(),
      end: leave,
    })
  }
  const prepare = async <T>(work: Work<T>, { lane, endsAt }: Turn): Promise<T> => {
    const leavePreparations = await preparations.enter(lane, endsAt)
    let leaveTurn: Leave | undefined
    const change = openPreparedChange({
      read: (query) => (isLookup(query) ? lookUp(query) : read(query)),
      async openInTurn() {
        leaveTurn = await turns.enter(lane, endsAt)
        await closeGroup()
        last = openSharedTransaction({ db: change.db, execute, lookUp })
        return last
      },
    })
    prepared.set(change.db, change)
    return createChangeGroup(change, bounds).run(change.checkingRefusals(work), {
      hasFollower: () => false,
      end() {
        leavePreparations()
        leaveTurn?.()
      },
    })
  }
  const runAgainFirst = async <T>(work: WorkIn<T>, turn: Turn): Promise<T> => {
    const endsAt = turn.endsAt ?? performance.now() + maxWaitMs
    try {
      return await runInTurn(work, { ...turn, endsAt })
    } catch (error) {
      if (!(error instanceof RunAgain)) throw error
      if (performance.now() > endsAt) throw new StorageUnavailable(error)
      return runInTurn(work, { ...turn, endsAt, isFirst: true })
    }
  }
  const run = <T>(work: WorkIn<T>, turn: Turn): Promise<T> =>
    runSharedOrAlone((isAlone) => runAgainFirst(work, { ...turn, isAlone }), turn.isAlone === true)
  const runFromBegin = <T>(work: Work<T>, turn: Turn): Promise<T> =>
    run(async (transaction, record) => {
      await transaction.begin()
      return work(db, record)
    }, turn)

  return {
    transaction(work, { workspaceId, lane = workspaceId ?? systemLane, isLong = false, preparesFirst = false } = {}) {
      if (!preparesFirst) return runFromBegin(work, { lane, isAlone: isLong })
      const turn = { lane, endsAt: performance.now() + maxWaitMs }
      return runSharedOrAlone(
        (isAlone) => (isAlone ? runFromBegin(work, { ...turn, isAlone }) : prepare(work, turn)),
        false,
      )
    },

    async takeTurn(own) {
      await prepared.get(own)?.takeTurn()
    },

    async write(statements) {
      const written = statements.map((statement) => statement.compile(db))
      const write = async ({ addUnknown }: SqliteTransaction) => {
        for (const { sql, parameters } of written) ignoreFailure(addUnknown({ type: "write", sql, rows: [parameters] }))
      }
      await run(write, { lane: systemLane })
    },

    async spend(spends) {
      // The result comes with the commit, in one message. An object, because a promise would be awaited here.
      const spend = async ({ addUnknown }: SqliteTransaction) => ({
        charging: ignoreFailure(addUnknown({ type: "spend", spends })),
      })
      const { charging } = await run(spend, { lane: urgentLane, isLast: true })
      return (await charging) as readonly Spend[]
    },

    async alone(work) {
      const leave = await turns.enter(systemLane)
      try {
        await closeGroup()
        last = undefined
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** If the step fails, the commit fails with the same error. */
function ignoreFailure<T>(result: Promise<T>): Promise<T> {
  result.catch(() => {})
  return result
}
