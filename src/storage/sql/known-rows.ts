import type { CompiledQuery } from "kysely"
import { isLookup, type Lookup } from "./read-tables.ts"
import type { WrittenTables } from "./written-tables.ts"

type Read = () => Promise<readonly unknown[]> | readonly unknown[]

/** Rows that changes of a shared transaction have looked up, which are mostly the same for all of them. */
export interface KnownRows {
  /** Reads the rows, unless they are known. */
  find(query: CompiledQuery, read: Read): ReturnType<Read>
  /** Finds rows that the next transaction would also read, if no other program writes before it. */
  findAfterwards: FindKnown
  /** Forgets the transaction before, because each would keep all before it in memory. */
  end(): void
}

export type FindKnown = (query: Lookup, name: string) => readonly unknown[] | undefined

/**
 * Rows stay known while the transaction does not write to their tables. `isLocked` tells whether all other writers of the
 * rows wait until the transaction ends.
 */
export function createKnownRows(
  written: WrittenTables,
  isLocked: (query: Lookup) => boolean,
  findBefore?: FindKnown,
): KnownRows {
  const known = new Map<string, ReturnType<Read>>()
  let before = findBefore
  return {
    find(query, read) {
      if (!isLookup(query) || written.affect(query) || !isLocked(query)) return read()
      const name = `${query.sql}\n${JSON.stringify(query.parameters)}`
      const rows = known.get(name) ?? before?.(query, name) ?? read()
      known.set(name, rows)
      return rows
    },
    findAfterwards(query, name) {
      const rows = written.affect(query) ? undefined : known.get(name)
      // A read on its way may fail with its transaction.
      return rows instanceof Promise ? undefined : rows
    },
    end() {
      before = undefined
    },
  }
}
