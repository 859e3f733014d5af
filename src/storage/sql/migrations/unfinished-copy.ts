import { sql } from "kysely"
import type { Engine, SourceDatabase } from "../engine.ts"
import type { Database } from "../schema/schema.ts"
import { tableColumns } from "./table-columns.ts"

/** A server must not use an incomplete copy, because it would reject valid keys. */
export class UnfinishedCopy extends Error {
  override readonly name = "UnfinishedCopy"

  constructor() {
    super(
      "A copy into this database is not finished. Run the same `keyward copy` again; it continues where it stopped.",
    )
  }
}

/** The key of the last row that was copied. */
export type Position = readonly (string | number | null)[]

/** The progress of a copy. The target stores it in the same transaction as the rows. */
export interface CopyState {
  /** Identifies the installation to copy. */
  readonly source: string
  /** The current table; earlier tables are complete. */
  readonly table: string
  /** Key of the last copied row. */
  readonly position: Position | undefined
  readonly copied: number
}

interface StateRow {
  readonly source: string
  readonly table_name: string
  readonly last_key: string | null
  readonly copied: string
}

export async function findUnfinishedCopy(engine: Pick<Engine, "name">, db: Database): Promise<CopyState | undefined> {
  if ((await tableColumns(engine, db, "unfinished_copy")).length === 0) return undefined
  // `position` is a number elsewhere, and results are converted by the names of their columns.
  const columns = sql.raw("source, table_name, position as last_key, copied")
  const { rows } = await sql<StateRow>`select ${columns} from unfinished_copy`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const position = row.last_key === null ? undefined : (JSON.parse(row.last_key) as Position)
  return { source: row.source, table: row.table_name, position, copied: Number(row.copied) }
}

/** Every command checks this first, because an incomplete copy must not be served, copied or audited. */
export async function requireFinishedCopy(database: SourceDatabase): Promise<void> {
  if ((await findUnfinishedCopy(database, database.reader)) !== undefined) throw new UnfinishedCopy()
}

export async function startCopy({ dialect: { table, text } }: Engine, db: Database, state: CopyState): Promise<void> {
  const columns = `source ${text} not null, table_name ${text} not null, position ${text}, copied ${text} not null`
  await sql.raw(table("unfinished_copy", columns)).execute(db)
  await sql`insert into unfinished_copy (source, table_name, copied) values (${state.source}, '', '0')`.execute(db)
  await storeCopyState(db, state)
}

export async function storeCopyState(
  db: Database,
  { table, position, copied }: Omit<CopyState, "source">,
): Promise<void> {
  const text = position === undefined ? null : JSON.stringify(position)
  await sql`update unfinished_copy
    set table_name = ${table}, position = ${text}, copied = ${String(copied)}`.execute(db)
}

export async function finishCopy(db: Database): Promise<void> {
  await sql`drop table unfinished_copy`.execute(db)
}
