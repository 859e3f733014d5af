import type { CompiledQuery } from "kysely"
import type { FairQueue, Leave } from "../fair-queue.ts"
import type { Database } from "../sql/schema/schema.ts"
import type { RecordedChange } from "../sql/statements/appended-events.ts"
import { createChangeGroup, type SharedTransaction, type Work } from "../sql/statements/change-group.ts"
import { isLookup, tablesIn } from "../sql/statements/read-tables.ts"
import type { RunStatement } from "../sql/statements/statement-driver.ts"
import { writtenRows } from "../sql/statements/write-query.ts"
import { createWrittenTables } from "../sql/statements/written-tables.ts"
import { databaseOn } from "./database.ts"
import type { LookUp, SqliteTransaction } from "./shared-transaction.ts"

type Rows = readonly unknown[]

type Row = Readonly<Record<string, unknown>>

type Read = (query: CompiledQuery) => Promise<Rows> | Rows

interface PreparationsOptions {
  /** Each waits here before it prepares. */
  readonly queue: FairQueue
  /** Each waits here before it is stored. */
  readonly turns: FairQueue
  /** Begins a transaction, with the lock of the file. */
  readonly begin: (db: Database) => Promise<SqliteTransaction>
  readonly lookUp: LookUp
  /** Reads what is committed, on another thread. */
  readonly read: RunStatement
}

interface PreparationTurn {
  readonly lane: string
  /** When it stops waiting, by the monotonic clock. */
  readonly endsAt: number
}

/** Runs long changes that prepare before their turn. */
export function createPreparations({ queue, turns, begin, lookUp, read }: PreparationsOptions) {
  const running = new WeakMap<Database, PreparedChange>()
  return {
    async run<T>(work: Work<T>, { lane, endsAt }: PreparationTurn): Promise<T> {
      const leaveQueue = await queue.enter(lane, endsAt)
      let leaveTurn: Leave | undefined
      const change = openPreparedChange({
        read: (query) => (isLookup(query) ? lookUp(query) : read(query)),
        async beginInTurn() {
          leaveTurn = await turns.enter(lane, endsAt)
          return begin(change.db)
        },
      })
      running.set(change.db, change)
      return createChangeGroup(change, oneChange).run(change.checkingRefusals(work), {
        hasFollower: () => false,
        end() {
          leaveQueue()
          leaveTurn?.()
        },
      })
    },

    async acquireWriteLock(db: Database): Promise<void> {
      await running.get(db)?.acquireWriteLock()
    },
  }
}

const oneChange = { maxChanges: 1, maxMs: 0 }

interface PreparedChangeOptions {
  /** Reads what is committed. */
  readonly read: Read
  /** Waits for the turn of the change, and begins its transaction. */
  readonly beginInTurn: () => Promise<SqliteTransaction>
}

export interface PreparedChange extends SharedTransaction {
  /** Work that is refused only if its reads still find the same. Otherwise it has to run again. */
  checkingRefusals<T>(work: Work<T>): Work<T>
  /** Waits until the change can be stored. */
  acquireWriteLock(): Promise<void>
}

type State =
  | { readonly type: "preparing" }
  /** It has the lock of the file, or waits for it. */
  | { readonly type: "in turn"; readonly transaction: Promise<SqliteTransaction> }
  | { readonly type: "over" }

/**
 * The transaction of one long change that runs before its turn, so that others wait only while it is stored. Its writes wait. In
 * its turn it reads everything again: if something has changed, the transaction fails, and the change has to run again. A read
 * that may depend on its own writes takes the turn at once.
 */
export function openPreparedChange({ read, beginInTurn }: PreparedChangeOptions): PreparedChange {
  const preparation = createPreparation(read)
  let events: RecordedChange | undefined
  let state: State = { type: "preparing" }
  let begun: SqliteTransaction | undefined
  let failure: ReturnType<SharedTransaction["failure"]>

  const requireSame = async (readAgain: Read) => {
    if (await preparation.findsTheSame(readAgain)) return
    failure = { error: new Error("Something that the change has read was changed before its turn.") }
    throw failure.error
  }
  const begin = async () => {
    begun = await beginInTurn()
    await requireSame(begun.run)
    await preparation.repeatWrites(begun.run)
    return begun
  }
  const takeTurn = async (): Promise<SqliteTransaction> => {
    if (state.type === "over") throw new Error("The transaction is over.")
    if (state.type === "preparing") state = { type: "in turn", transaction: begin() }
    return state.transaction
  }

  return {
    db: databaseOn(async (query) => {
      const rows = state.type === "preparing" ? preparation.run(query) : undefined
      return rows ?? (await takeTurn()).run(query)
    }),
    failure: () => failure ?? begun?.failure(),

    checkingRefusals: (work) => async (db, record) => {
      try {
        return await work(db, record)
      } catch (error) {
        // Another change may have modified both rows between two reads, and only their mix is refused.
        if (state.type === "preparing") await requireSame(read)
        throw error
      }
    },

    async acquireWriteLock() {
      await takeTurn()
    },

    // The transaction has no other change, so it is kept or rolled back as a whole.
    mark() {},
    undo() {},
    keep(recorded) {
      events = recorded
    },

    async commit() {
      const transaction = await takeTurn()
      state = { type: "over" }
      transaction.keep(events)
      // Keeps its turn until it is stored.
      await transaction.commit(() => {})
    },

    async rollBack() {
      const before = state
      state = { type: "over" }
      // A statement that the change did not wait for may still wait for the turn.
      if (before.type === "in turn") await before.transaction.catch(() => {})
      await begun?.rollBack()
    },
  }
}

/** What a change has read and written before its turn. */
function createPreparation(read: Read) {
  const written = createWrittenTables()
  const reads: { readonly query: CompiledQuery; readonly finding: Promise<Rows> }[] = []
  const writes: CompiledQuery[] = []
  const isIndependent = (query: CompiledQuery) => {
    if (!query.sql.startsWith("select ")) return false
    if (writes.length === 0) return true
    const readTables = isLookup(query) ? query.readTables : tablesIn(query.query)
    return readTables !== undefined && !written.affect({ ...query, readTables })
  }
  return {
    /** Returns undefined for a statement that needs the transaction, because it may depend on the writes. */
    run(query: CompiledQuery): Promise<Rows> | undefined {
      if (writtenRows(query) !== undefined) {
        written.add(query)
        writes.push(query)
        return Promise.resolve([])
      }
      if (!isIndependent(query)) return undefined
      const finding = (async () => read(query))()
      reads.push({ query, finding })
      return finding
    },
    async findsTheSame(readAgain: Read): Promise<boolean> {
      const before = await Promise.all(reads.map(({ finding }) => finding))
      const after = await Promise.all(reads.map(({ query }) => readAgain(query)))
      return before.every((rows, index) => areSame(rows, after[index] ?? []))
    },
    async repeatWrites(run: RunStatement): Promise<void> {
      for (const write of writes) await run(write)
    },
  }
}

/** Whether a query has found the same, apart from the time of the last use, which is for display and changes with each call. */
function areSame(before: Rows, after: Rows): boolean {
  return before.length === after.length && before.every((row, index) => isSameRow(row as Row, after[index] as Row))
}

function isSameRow(one: Row, other: Row): boolean {
  return Object.keys(one).every((column) => column === "last_used_at" || one[column] === other[column])
}
