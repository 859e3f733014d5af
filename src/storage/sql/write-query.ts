import { CompiledQuery } from "kysely"
import type { Schema } from "./schema.ts"

/** A statement without a result. It is executed once for each row of parameters. */
export interface WriteQuery extends CompiledQuery {
  readonly table: keyof Schema
  readonly rows: readonly (readonly unknown[])[]
}

export function writeQuery(table: keyof Schema, text: string, rows: WriteQuery["rows"]): WriteQuery {
  const { query, queryId } = unbuilt
  return { query, queryId, sql: text, parameters: [], table, rows }
}

/** Kysely requires more fields than it uses for a statement that is not built. */
const unbuilt = CompiledQuery.raw("")

export function isWriteQuery(query: CompiledQuery): query is WriteQuery {
  return "rows" in query
}

/** Returns the rows of parameters of a statement that gives no result, and undefined for all other statements. */
export function writtenRows(query: CompiledQuery): WriteQuery["rows"] | undefined {
  if (isWriteQuery(query)) return query.rows
  const { kind } = query.query
  const writes = kind === "InsertQueryNode" || kind === "UpdateQueryNode" || kind === "DeleteQueryNode"
  return writes && !("returning" in query.query && query.query.returning !== undefined) ? [query.parameters] : undefined
}
