import { CompiledQuery } from "kysely"
import type { Schema } from "../schema/schema.ts"

/** A statement without a result. It is executed once for each row of parameters. */
export interface WriteQuery extends CompiledQuery {
  readonly table: keyof Schema
  readonly rows: readonly (readonly unknown[])[]
  /** Adds the first parameter to a number. The others name its row. */
  readonly isAddition: boolean
}

export function writeQuery(
  table: keyof Schema,
  text: string,
  rows: WriteQuery["rows"],
  { isAddition = false } = {},
): WriteQuery {
  const { query, queryId } = unbuilt
  return { query, queryId, sql: text, parameters: [], table, rows, isAddition }
}

/** Kysely requires more fields than it uses for a statement that is not built. */
const unbuilt = CompiledQuery.raw("")

export function isWriteQuery(query: CompiledQuery): query is WriteQuery {
  return "rows" in query
}

/** Returns the table with the number to which a statement adds, and undefined for all other statements. */
export function addsTo(query: CompiledQuery): keyof Schema | undefined {
  return isWriteQuery(query) && query.isAddition ? query.table : undefined
}

/** Returns the rows of parameters of a statement that gives no result, and undefined for all other statements. */
export function writtenRows(query: CompiledQuery): WriteQuery["rows"] | undefined {
  if (isWriteQuery(query)) return query.rows
  const { kind } = query.query
  const writes = kind === "InsertQueryNode" || kind === "UpdateQueryNode" || kind === "DeleteQueryNode"
  return writes && !("returning" in query.query && query.query.returning !== undefined) ? [query.parameters] : undefined
}
