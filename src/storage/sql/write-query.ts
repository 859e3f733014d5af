import { CompiledQuery } from "kysely"

/** A statement without a result. It is executed once for each row of parameters. */
export interface WriteQuery extends CompiledQuery {
  readonly rows: readonly (readonly unknown[])[]
}

export function writeQuery(text: string, rows: WriteQuery["rows"]): WriteQuery {
  return { ...unbuilt, sql: text, rows }
}

/** Kysely requires more fields than it uses for a statement that is not built. */
const unbuilt = CompiledQuery.raw("")

/** Returns the rows of parameters of a statement that gives no result, and undefined for all other statements. */
export function writtenRows(query: CompiledQuery | WriteQuery): WriteQuery["rows"] | undefined {
  if ("rows" in query) return query.rows
  const { kind } = query.query
  const writes = kind === "InsertQueryNode" || kind === "UpdateQueryNode" || kind === "DeleteQueryNode"
  return writes && !("returning" in query.query && query.query.returning !== undefined) ? [query.parameters] : undefined
}
