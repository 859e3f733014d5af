import type { CompiledQuery } from "kysely"
import { isLookup, type Lookup } from "./read-tables.ts"
import type { WrittenTables } from "./written-tables.ts"

type Read = () => Promise<readonly unknown[]> | readonly unknown[]

/** Finds rows that an earlier change of a shared transaction has looked up, which are mostly the same for all of them, or reads them. */
export type FindRows = (query: CompiledQuery, read: Read) => ReturnType<Read>

/**
 * Rows stay known while the transaction does not write to their tables. `isLocked` tells whether all other writers of the
 * rows wait until the transaction ends.
 */
export function createKnownRows(written: WrittenTables, isLocked: (query: Lookup) => boolean): FindRows {
  const known = new Map<string, ReturnType<Read>>()
  return (query, read) => {
    if (!isLookup(query) || written.affect(query) || !isLocked(query)) return read()
    const name = `${query.sql}\n${JSON.stringify(query.parameters)}`
    const rows = known.get(name) ?? read()
    known.set(name, rows)
    return rows
  }
}
