import type { TextStatement } from "./prepared-texts.ts"
import { quoted } from "./quoted.ts"

/** A write that waits to be sent. */
export interface WaitingWrite {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The writes with literals, or undefined if a value has none: PostgreSQL refuses it as a parameter, with a proper error. */
export function statementsOf(writes: readonly WaitingWrite[]): readonly TextStatement[] | undefined {
  const statements: TextStatement[] = []
  for (const { sql, parameters } of joined(writes)) {
    const values = parameters.map(literal).filter((value) => value !== undefined)
    if (values.length < parameters.length) return undefined
    statements.push({ sql, values })
  }
  return statements
}

/** Insertions into one table that follow each other become one, which costs less than one for each row. */
function joined(writes: readonly WaitingWrite[]): readonly WaitingWrite[] {
  const all: WaitingWrite[] = []
  for (const write of writes) {
    const last = all.at(-1)
    const rows = last?.sql === write.sql ? joinedRows(last, write) : undefined
    if (rows === undefined) all.push(write)
    else all[all.length - 1] = { sql: write.sql, parameters: [rows] }
  }
  return all
}

/** Appends the rows of an insertion whose only parameter is a JSON array (see row-statements.ts). */
function joinedRows({ parameters: [one] }: WaitingWrite, { sql, parameters: [other] }: WaitingWrite) {
  if (!sql.startsWith("insert into ") || !isArrayText(one) || !isArrayText(other)) return undefined
  return `${one.slice(0, -1)},${other.slice(1)}`
}

function isArrayText(value: unknown): value is string {
  return typeof value === "string" && value.startsWith("[{") && value.endsWith("}]")
}

function literal(value: unknown): string | undefined {
  if (value === null) return "null"
  if (typeof value === "number" && Number.isSafeInteger(value)) return value < 0 ? `(${value})` : String(value)
  return typeof value === "string" && !value.includes("\0") ? quoted(value) : undefined
}
