import { sql } from "kysely"
import type { Engine } from "../sql/engine.ts"
import type { Position } from "../sql/migrations/unfinished-copy.ts"
import { type Database, integerColumns, type ResultRow } from "../sql/schema/schema.ts"
import type { CopiedTable } from "./tables.ts"

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

/** Reads rows ascending by key. Both engines sort equally, because text compares by bytes. */
export async function readRows(
  db: Database,
  { name, key }: CopiedTable,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<readonly Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const beyond = after === undefined ? sql`` : sql`where (${columns}) > (${sql.join(after)})`
  const { rows } = await sql<Row>`
    select * from ${sql.table(name)} ${beyond} order by ${columns} limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export function positionOf({ key }: CopiedTable, row: Row): Position {
  return key.map((column) => row[column] ?? null)
}

/** Sends all rows as one JSON parameter, which is several times faster than one parameter per value. */
export async function insertRows(
  { name: engine, dialect }: Pick<Engine, "name" | "dialect">,
  db: Database,
  { table, rows }: { readonly table: CopiedTable; readonly rows: readonly Row[] },
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const types = columns.map((column) => [column, integerColumns.has(column) ? "integer" : "text"] as const)
  const given = dialect.jsonRows(JSON.stringify(rows), Object.fromEntries(types))
  const names = sql.join(columns.map((column) => sql.ref(column)))
  // PostgreSQL would otherwise assign new sequence numbers to events.
  const numbered = engine === "postgres" ? sql`overriding system value` : sql``
  await sql`insert into ${sql.table(table.name)} (${names}) ${numbered}
    select ${names} from ${given} as given`.execute(db)
}

/** New events and names continue after the copied numbers. SQLite does this automatically. */
export async function continueSequence({ name }: Pick<Engine, "name">, db: Database): Promise<void> {
  if (name === "sqlite") return
  await sql`select setval(pg_get_serial_sequence('events', 'sequence'), max(sequence))
    from events having max(sequence) is not null`.execute(db)
  await sql`select setval(pg_get_serial_sequence('usage_names', 'number'), max(number))
    from usage_names having max(number) is not null`.execute(db)
}

export async function countRows(db: Database, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<ResultRow<{ count: number }>>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts keys that KEYWARD_ENCRYPTION_KEY can decrypt. */
export async function countRecoverableKeys(db: Database): Promise<number> {
  const { rows } = await sql<ResultRow<{ count: number }>>`
    select count(*) as count from keys where ciphertext is not null`.execute(db)
  return rows[0]?.count ?? 0
}
