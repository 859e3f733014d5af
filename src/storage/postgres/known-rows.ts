import type { CompiledQuery } from "kysely"
import { isLookup, type Lookup } from "../sql/read-tables.ts"
import type { WrittenTables } from "../sql/written-tables.ts"

/** Rows that a transaction has read, while no statement of the transaction has written to their tables. */
export interface KnownRows {
  /** Reads the rows, unless they are known. */
  find(query: CompiledQuery, read: () => Promise<readonly unknown[]>): Promise<readonly unknown[]>
}

/**
 * Changes of one workspace that share a transaction look up the same rows. Whoever changes these rows locks the workspace
 * first, so nobody else changes them during the transaction.
 */
export function createKnownRows(workspaceId: string | undefined, written: WrittenTables): KnownRows {
  const known = new Map<string, Promise<readonly unknown[]>>()
  const isKept = (query: CompiledQuery): query is Lookup =>
    isLookup(query) &&
    workspaceId !== undefined &&
    query.parameters.includes(workspaceId) &&
    query.readTables.isSubsetOf(lockedTables) &&
    !written.affect(query)
  return {
    find(query, read) {
      if (!isKept(query)) return read()
      const name = `${query.sql}\n${JSON.stringify(query.parameters)}`
      const rows = known.get(name) ?? read()
      known.set(name, rows)
      return rows
    },
  }
}

/** Tables whose rows change only under the lock of their workspace. The time of the last use is for display. */
const lockedTables = new Set(["workspaces", "root_keys", "root_key_usage", "apis", "identities", "quota_bounds"])
