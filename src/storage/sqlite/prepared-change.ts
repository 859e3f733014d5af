import type { CompiledQuery } from "kysely"
import type { SharedTransaction, Work } from "../sql/change-group.ts"
import { isLookup, tablesIn } from "../sql/read-tables.ts"
import { writtenRows } from "../sql/write-query.ts"
import { createWrittenTables } from "../sql/written-tables.ts"
import { databaseOn } from "./database.ts"
import type { SqliteTransaction } from "./shared-transaction.ts"

type Rows = readonly unknown[]

interface Opening {
  /** Reads what is committed. */
  readonly read: (query: CompiledQuery) => Promise<Rows> | Rows
  /** Waits for the turn of the change, and opens its transaction. */
  readonly openInTurn: () => Promise<SqliteTransaction>
}

export interface PreparedChange extends SharedTransaction {
  /** Work that is refused only if its reads still find the same. Otherwise it has to run again. */
  checkingRefusals<T>(work: Work<T>): Work<T>
  /** Waits until the change can be stored. */
  takeTurn(): Promise<void>
}

/**
 * The transaction of one long change that runs before its turn, so that others wait only while it is stored. Its writes wait. In
 * its turn it reads everything again: if something has changed, the transaction fails, and the change has to run again. A read
 * that may depend on its own writes takes the turn at once.
 */
export function openPreparedChange({ read, openInTurn }: Opening): PreparedChange {
  const written = createWrittenTables()
  const reads: { readonly query: CompiledQuery; readonly finding: Promise<Rows> }[] = []
  const writes: CompiledQuery[] = []
  let failure: ReturnType<SharedTransaction["failure"]>
  let transaction: SqliteTransaction | undefined
  let turn: Promise<SqliteTransaction> | undefined
  let isOver = false

  const requireSame = async (readAgain: Opening["read"]) => {
    const before = await Promise.all(reads.map(({ finding }) => finding))
    const after = await Promise.all(reads.map(({ query }) => readAgain(query)))
    if (before.every((rows, index) => textOf(rows) === textOf(after[index]))) return
    failure = { error: new Error("Something that the change has read was changed before its turn.") }
    throw failure.error
  }
  const begin = async () => {
    transaction = await openInTurn()
    await transaction.begin()
    await requireSame(transaction.run)
    for (const write of writes) await transaction.run(write)
    return transaction
  }
  const takeTurn = () => {
    turn ??= begin()
    return turn
  }
  const isIndependent = (query: CompiledQuery) => {
    if (!query.sql.startsWith("select ")) return false
    if (writes.length === 0) return true
    const readTables = isLookup(query) ? query.readTables : tablesIn(query.query)
    return readTables !== undefined && !written.affect({ ...query, readTables })
  }

  return {
    db: databaseOn(async (query) => {
      if (isOver) throw new Error("The transaction is over.")
      if (turn !== undefined) return (await turn).run(query)
      if (writtenRows(query) !== undefined) {
        written.add(query)
        writes.push(query)
        return []
      }
      if (!isIndependent(query)) return (await takeTurn()).run(query)
      const finding = (async () => read(query))()
      reads.push({ query, finding })
      return finding
    }),
    failure: () => failure ?? transaction?.failure(),

    checkingRefusals: (work) => async (db, record) => {
      try {
        return await work(db, record)
      } catch (error) {
        // Another change may have modified both rows between two reads, and only their mix is refused.
        if (turn === undefined) await requireSame(read)
        throw error
      }
    },

    async takeTurn() {
      await takeTurn()
    },

    // The transaction has no other change, so it is kept or rolled back as a whole.
    mark() {},
    keep() {},
    undo() {},

    async commit(changes) {
      const { commit } = await takeTurn()
      isOver = true
      // Keeps its turn until it is stored.
      await commit(changes, () => {})
    },

    async rollBack() {
      isOver = true
      // A statement that the change did not wait for may still wait for the turn.
      await turn?.catch(() => {})
      await transaction?.rollBack()
    },
  }
}

const lastUse = /"last_used_at":(?:null|\d+)/g

/** Rows without the time of the last use, which is only for display and changes with each call. */
function textOf(rows: Rows | undefined): string {
  return JSON.stringify(rows).replaceAll(lastUse, "")
}
