import { type CompiledQuery, InsertQueryNode, UpdateQueryNode } from "kysely"
import { type Lookup, tablesIn } from "./read-tables.ts"
import { isWriteQuery } from "./write-query.ts"

/** The tables that a transaction has written. A read of other tables finds what was committed before. */
export interface WrittenTables {
  add(query: CompiledQuery): void
  /** For statements whose tables are unknown. */
  addAll(): void
  affect(lookup: Lookup): boolean
}

export function createWrittenTables(): WrittenTables {
  const names = new Set<string>()
  let isAll = false
  return {
    add(query) {
      const written = tablesWrittenBy(query)
      if (written === undefined) isAll = true
      for (const name of written ?? []) names.add(name)
    },
    addAll() {
      isAll = true
    },
    affect: ({ readTables }) => isAll || !readTables.isDisjointFrom(names),
  }
}

/** Returns undefined if other tables may change too: deleted rows take along the rows that they own. */
function tablesWrittenBy(query: CompiledQuery): Iterable<string> | undefined {
  if (isWriteQuery(query)) return [query.table]
  const { query: node } = query
  const keepsRows = UpdateQueryNode.is(node) || (InsertQueryNode.is(node) && node.replace !== true)
  return keepsRows ? tablesIn(node) : undefined
}
