import { CompiledQuery } from "kysely"
import type { Schema } from "../schema/schema.ts"

/** A statement without a result that is written as text. */
export interface WriteQuery extends CompiledQuery {
  readonly table: keyof Schema
  readonly effect: WriteEffect
}

/** What a statement does with its parameters. Those with an effect of their own can be joined with others. */
export type WriteEffect =
  /** It is executed once for each list of parameters. */
  | { readonly type: "any"; readonly parameters: readonly (readonly unknown[])[] }
  /** Inserts rows, which are one parameter, as a JSON array. For PostgreSQL. */
  | { readonly type: "insertion"; readonly rows: readonly object[] }
  /** Adds the first parameter to a number of the row that the others name. */
  | { readonly type: "addition"; readonly amount: number; readonly row: readonly unknown[] }

export function writeQuery(table: keyof Schema, text: string, effect: WriteEffect): WriteQuery {
  const { query, queryId } = unbuilt
  return { query, queryId, sql: text, parameters: [], table, effect }
}

/** Kysely requires more fields than it uses for a statement that is not built. */
const unbuilt = CompiledQuery.raw("")

export function isWriteQuery(query: CompiledQuery): query is WriteQuery {
  return "effect" in query
}

/** Returns the lists of parameters of a statement that gives no result, and undefined for all other statements. */
export function writtenRows(query: CompiledQuery): readonly (readonly unknown[])[] | undefined {
  if (isWriteQuery(query)) return parameterLists(query.effect)
  const { kind } = query.query
  const writes = kind === "InsertQueryNode" || kind === "UpdateQueryNode" || kind === "DeleteQueryNode"
  return writes && !("returning" in query.query && query.query.returning !== undefined) ? [query.parameters] : undefined
}

function parameterLists(effect: WriteEffect): readonly (readonly unknown[])[] {
  if (effect.type === "any") return effect.parameters
  return [effect.type === "insertion" ? [JSON.stringify(effect.rows)] : [effect.amount, ...effect.row]]
}
