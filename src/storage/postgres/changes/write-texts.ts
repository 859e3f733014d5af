import type { CompiledQuery } from "kysely"
import { isWriteQuery, writtenRows } from "../../sql/statements/write-query.ts"
import type { TextStatement } from "../prepared-texts.ts"
import { quoted } from "../quoted.ts"

/** A write that waits to be sent. */
export type WaitingWrite =
  | { readonly type: "statement"; readonly sql: string; readonly parameters: readonly unknown[] }
  /** Its only parameter is a JSON array of rows. */
  | { readonly type: "insertion"; readonly sql: string; readonly rows: readonly object[] }
  /** Adds to a number of a row that the other parameters name. */
  | {
      readonly type: "addition"
      readonly sql: string
      readonly table: string
      readonly amount: number
      readonly row: readonly unknown[]
    }

/** The writes of a statement without a result, and undefined for all other statements. */
export function waitingWritesOf(query: CompiledQuery): readonly WaitingWrite[] | undefined {
  const { sql } = query
  if (!isWriteQuery(query) || query.effect.type === "any") {
    return writtenRows(query)?.map((parameters) => ({ type: "statement", sql, parameters }))
  }
  const { effect, table } = query
  if (effect.type === "insertion") return [{ type: "insertion", sql, rows: effect.rows }]
  return [{ type: "addition", sql, table, amount: effect.amount, row: effect.row }]
}

export function parametersOf(write: WaitingWrite): readonly unknown[] {
  if (write.type === "statement") return write.parameters
  return write.type === "insertion" ? [JSON.stringify(write.rows)] : [write.amount, ...write.row]
}

/** The writes with literals, or undefined if a value has none: PostgreSQL refuses it as a parameter, with a proper error. */
export function statementsOf(writes: readonly WaitingWrite[]): readonly TextStatement[] | undefined {
  const statements: TextStatement[] = []
  for (const write of joined(addUp(writes))) {
    const parameters = parametersOf(write)
    const values = parameters.map(literal).filter((value) => value !== undefined)
    if (values.length < parameters.length) return undefined
    statements.push({ sql: write.sql, values })
  }
  return statements
}

/**
 * Adds up what several writes add to the same number, in one statement at the end, so that the insertions between them follow
 * each other. If another write names the table, all writes keep their places.
 */
function addUp(writes: readonly WaitingWrite[]): readonly WaitingWrite[] {
  const others = writes.filter(({ type }) => type !== "addition")
  const otherTexts = [...new Set(others.map(({ sql }) => sql))]
  const sums = new Map<string, WaitingWrite & { readonly type: "addition" }>()
  for (const write of writes) {
    if (write.type !== "addition") continue
    if (otherTexts.some((text) => text.includes(write.table))) return writes
    const name = JSON.stringify([write.sql, write.row])
    sums.set(name, { ...write, amount: (sums.get(name)?.amount ?? 0) + write.amount })
  }
  return [...others, ...sums.values()]
}

/** Insertions into one table that follow each other become one, which costs less than one for each row. */
function joined(writes: readonly WaitingWrite[]): readonly WaitingWrite[] {
  const all: WaitingWrite[] = []
  for (const write of writes) {
    const last = all.at(-1)
    const follows = last?.type === "insertion" && write.type === "insertion" && last.sql === write.sql
    if (follows) all[all.length - 1] = { ...write, rows: [...last.rows, ...write.rows] }
    else all.push(write)
  }
  return all
}

function literal(value: unknown): string | undefined {
  if (value === null) return "null"
  if (typeof value === "number" && Number.isSafeInteger(value)) return value < 0 ? `(${value})` : String(value)
  return typeof value === "string" && !value.includes("\0") ? quoted(value) : undefined
}
