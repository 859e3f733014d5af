import type { CompiledQuery } from "kysely"
import { isLookup, type Lookup } from "./read-tables.ts"
import type { WrittenTables } from "./written-tables.ts"

type Read = () => Promise<readonly unknown[]> | readonly unknown[]

/** Rows that changes of a shared transaction have looked up, which are mostly the same for all of them. */
export interface KnownRows {
  /** Reads the rows, unless they are known. */
  find(query: CompiledQuery, read: Read): ReturnType<Read>
}

/**
 * Rows stay known while the transaction does not write to their tables. `isLocked` tells whether all other writers of the
 * rows wait until the transaction ends.
 */
export function createKnownRows(written: WrittenTables, isLocked: (query: Lookup) => boolean): KnownRows {
  const known = new Map<string, ReturnType<Read>>()
  return {
    find(query, read) {
      if (!isLookup(query) || written.affect(query) || !isLocked(query)) return read()
      const name = `${query.sql}\n${JSON.stringify(query.parameters)}`
      const rows = known.get(name) ?? read()
      known.set(name, rows)
      return rows
    },
  }
}
