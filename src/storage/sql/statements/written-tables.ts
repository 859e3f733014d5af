import { type CompiledQuery, InsertQueryNode, UpdateQueryNode } from "kysely"
import { type Lookup, tablesIn } from "./read-tables.ts"
import { isWriteQuery } from "./write-query.ts"

/** The tables that a transaction has written. A read of other tables finds what was committed before. */
export interface WrittenTables {
  add(query: CompiledQuery): void
  addTables(names: Iterable<string>): void
  /** For statements whose tables are unknown. */
  addAll(): void
  affect(lookup: Lookup): boolean
}

export function createWrittenTables(): WrittenTables {
  const names = new Set<string>()
  let isAll = false
  const addTables = (added: Iterable<string>) => {
    for (const name of added) names.add(name)
  }
  return {
    add(query) {
      const written = tablesWrittenBy(query)
      if (written === undefined) isAll = true
      else addTables(written)
    },
    addTables,
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
