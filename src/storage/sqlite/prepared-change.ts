import type { CompiledQuery } from "kysely"
import type { SharedTransaction } from "../sql/change-group.ts"
import { isLookup, tablesIn } from "../sql/read-tables.ts"
import { writtenRows } from "../sql/write-query.ts"
import { createWrittenTables } from "../sql/written-tables.ts"
import { databaseOn } from "./database.ts"
import type { SqliteTransaction } from "./shared-transaction.ts"

interface Opening {
  /** Reads what is committed. */
  readonly read: (query: CompiledQuery) => Promise<readonly unknown[]> | readonly unknown[]
  /** Waits for the turn of the change, and opens its transaction. */
  readonly openInTurn: () => Promise<SqliteTransaction>
}

export interface PreparedChange extends SharedTransaction {
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
  const reads: { readonly query: CompiledQuery; readonly found: string }[] = []
  const writes: CompiledQuery[] = []
  let failure: ReturnType<SharedTransaction["failure"]>
  let transaction: SqliteTransaction | undefined
  let turn: Promise<SqliteTransaction> | undefined

  const begin = async () => {
    transaction = await openInTurn()
    const { begin: lock, run } = transaction
    await lock()
    const found = await Promise.all(reads.map(({ query }) => run(query)))
    if (reads.some((each, index) => textOf(found[index]) !== each.found)) {
      failure = { error: new Error("Something that the change has read was changed before its turn.") }
      throw failure.error
    }
    for (const write of writes) await run(write)
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
      if (turn !== undefined) return (await turn).run(query)
      if (writtenRows(query) !== undefined) {
        written.add(query)
        writes.push(query)
        return []
      }
      if (!isIndependent(query)) return (await takeTurn()).run(query)
      const rows = await read(query)
      reads.push({ query, found: textOf(rows) })
      return rows
    }),
    failure: () => failure ?? transaction?.failure(),

    async takeTurn() {
      await takeTurn()
    },

    // The transaction has no other change, so it is kept or rolled back as a whole.
    mark() {},
    keep() {},
    undo() {},

    async commit(changes, onSent) {
      await (await takeTurn()).commit(changes, onSent)
    },

    async rollBack() {
      await transaction?.rollBack()
    },
  }
}

/** Rows without the time of the last use, which is only for display and changes with each call. */
function textOf(rows: readonly unknown[] | undefined): string {
  return JSON.stringify(rows, (name, value) => (name === "last_used_at" ? undefined : value))
}
