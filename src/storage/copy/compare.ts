import { createHash } from "node:crypto"
import type { SourceDatabase } from "../sql/engine.ts"
import type { Position } from "../sql/migrations/unfinished-copy.ts"
import { positionOf, readRows } from "./rows.ts"
import { type CopiedTable, copiedTables } from "./tables.ts"

/** Number of rows and the SHA-256 of all rows in key order. */
export interface Content {
  readonly rows: number
  readonly hash: string
}

export interface Comparison {
  readonly table: string
  readonly source: Content
  readonly target: Content
}

/** Reads both databases completely. */
export async function compareTables(
  source: SourceDatabase,
  target: SourceDatabase,
  note: (rows: number) => void,
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = []
  for (const table of copiedTables) {
    const [one, other] = await Promise.all([contentOf(source, table, note), contentOf(target, table, note)])
    comparisons.push({ table: table.name, source: one, target: other })
  }
  return comparisons
}

export function isEqual({ source, target }: Comparison): boolean {
  return source.rows === target.rows && source.hash === target.hash
}

const rowsPerRead = 1000

async function contentOf(
  { reader }: SourceDatabase,
  table: CopiedTable,
  note: (rows: number) => void,
): Promise<Content> {
  const hash = createHash("sha256")
  let count = 0
  let after: Position | undefined
  for (;;) {
    const rows = await readRows(reader, table, { after, limit: rowsPerRead })
    for (const row of rows) hash.update(textOf(row))
    count += rows.length
    note(rows.length)
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerRead) return { rows: count, hash: hash.digest("hex") }
    after = positionOf(table, last)
  }
}

/** Sorts by column name, because migrations may have added columns in another order. */
function textOf(row: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))}\n`
}
