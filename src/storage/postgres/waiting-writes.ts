import type { TextStatement } from "./prepared-texts.ts"
import { quoted } from "./quoted.ts"

/** A write that waits to be sent. */
export interface WaitingWrite {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** The table of a number to which it adds its first parameter. The others name the row. */
  readonly addsTo?: string | undefined
}

/** The writes with literals, or undefined if a value has none: PostgreSQL refuses it as a parameter, with a proper error. */
export function statementsOf(writes: readonly WaitingWrite[]): readonly TextStatement[] | undefined {
  const statements: TextStatement[] = []
  for (const { sql, parameters } of joined(addUp(writes))) {
    const values = parameters.map(literal).filter((value) => value !== undefined)
    if (values.length < parameters.length) return undefined
    statements.push({ sql, values })
  }
  return statements
}

/**
 * Adds up what several writes add to the same number, in one statement at the end, so that the insertions between them follow
 * each other. If another write names the table, all writes keep their places.
 */
function addUp(writes: readonly WaitingWrite[]): readonly WaitingWrite[] {
  const others = writes.filter(({ addsTo }) => addsTo === undefined)
  const otherTexts = [...new Set(others.map(({ sql }) => sql))]
  const sums = new Map<string, WaitingWrite>()
  for (const { sql, parameters, addsTo } of writes) {
    if (addsTo === undefined) continue
    if (otherTexts.some((text) => text.includes(addsTo))) return writes
    const [amount, ...row] = parameters
    const name = JSON.stringify([sql, row])
    const sum = Number(sums.get(name)?.parameters[0] ?? 0) + Number(amount)
    sums.set(name, { sql, parameters: [sum, ...row] })
  }
  return [...others, ...sums.values()]
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
