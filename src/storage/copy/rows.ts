import { sql } from "kysely"
import type { Engine } from "../sql/engine.ts"
import { type Database, integerColumns, type ResultRow } from "../sql/schema.ts"
import type { CopiedTable } from "./tables.ts"

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>
/** The key of a row. */
export type Position = readonly Value[]

/** The rows that follow, ascending by key, which is the same order in both engines: text compares by bytes. */
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

/** As one parameter: hundreds of them would take several times as long. */
export async function insertRows(
  { name: engine, dialect }: Pick<Engine, "name" | "dialect">,
  db: Database,
  { table, rows }: { readonly table: CopiedTable; readonly rows: readonly Row[] },
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const types = columns.map((column) => [column, integerColumns.has(column) ? "integer" : "text"] as const)
  const given = dialect.jsonRows(JSON.stringify(rows), Object.fromEntries(types))
  const names = sql.join(columns.map((column) => sql.ref(column)))
  // Events keep their numbers, which Postgres would like to give out by itself.
  const numbered = engine === "postgres" ? sql`overriding system value` : sql``
  await sql`insert into ${sql.table(table.name)} (${names}) ${numbered}
    select ${names} from ${given} as given`.execute(db)
}

/** From here on new events get numbers after those that were copied. SQLite sees to that by itself. */
export async function continueNumbers({ name }: Pick<Engine, "name">, db: Database): Promise<void> {
  if (name === "sqlite") return
  await sql`select setval(pg_get_serial_sequence('events', 'sequence'), max(sequence))
    from events having max(sequence) is not null`.execute(db)
}

export async function countRows(db: Database, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<ResultRow<{ count: number }>>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Keys that can be shown again, with KEYWARD_ENCRYPTION_KEY. */
export async function countRecoverableKeys(db: Database): Promise<number> {
  const { rows } = await sql<ResultRow<{ count: number }>>`
    select count(*) as count from keys where ciphertext is not null`.execute(db)
  return rows[0]?.count ?? 0
}
