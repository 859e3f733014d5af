import { type CompiledQuery, type OperationNode, RawNode, TableNode } from "kysely"

/** A read of few rows by their keys, which takes microseconds, with the tables that it reads. */
export interface Lookup extends CompiledQuery {
  readonly readTables: ReadonlySet<string>
}

export function isLookup(query: CompiledQuery): query is Lookup {
  return "readTables" in query
}

/** Returns the tables that a statement names, and undefined if it contains text that may name others. */
export function tablesIn(node: OperationNode): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  return collect(node, names) ? names : undefined
}

/** Returns false for text whose tables are unknown. */
function collect(part: unknown, names: Set<string>): boolean {
  if (typeof part !== "object" || part === null) return true
  if (isNode(part)) {
    if (RawNode.is(part)) return false
    if (TableNode.is(part)) names.add(part.table.identifier.name)
  }
  return Object.values(part).every((each) => collect(each, names))
}

function isNode(part: object): part is OperationNode {
  return "kind" in part
}
