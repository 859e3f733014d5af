import { sql } from "kysely"
import type { Engine, SourceDatabase } from "../sql/engine.ts"
import type { Database } from "../sql/schema.ts"
import { tableColumns } from "../sql/table-columns.ts"
import type { Position } from "./rows.ts"

/** Half an installation must not be served: clients would be told that their keys do not exist. */
export class UnfinishedCopy extends Error {
  override readonly name = "UnfinishedCopy"

  constructor() {
    super(
      "A copy into this database is not finished. Run the same `keyward copy` again; it continues where it stopped.",
    )
  }
}

/** How far a copy is. It is kept in the target, in the transaction of the rows that it counts. */
export interface CopyState {
  /** What tells the installation that is copied from others. */
  readonly source: string
  /** The table that is being copied; those before it are done. */
  readonly table: string
  /** The last row of it that is there. */
  readonly position: Position | undefined
  readonly copied: number
}

interface StateRow {
  readonly source: string
  readonly table_name: string
  readonly position: string | null
  readonly copied: string
}

export async function findUnfinishedCopy(engine: Pick<Engine, "name">, db: Database): Promise<CopyState | undefined> {
  if ((await tableColumns(engine, db, "unfinished_copy")).length === 0) return undefined
  const { rows } = await sql<StateRow>`select * from unfinished_copy`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const position = row.position === null ? undefined : (JSON.parse(row.position) as Position)
  return { source: row.source, table: row.table_name, position, copied: Number(row.copied) }
}

/** Every command that uses an installation asks this first: what is half there must not be served, moved or called intact. */
export async function requireFinishedCopy(database: SourceDatabase): Promise<void> {
  if ((await findUnfinishedCopy(database, database.reader)) !== undefined) throw new UnfinishedCopy()
}

export async function beginCopy({ dialect: { table, text } }: Engine, db: Database, state: CopyState): Promise<void> {
  const columns = `source ${text} not null, table_name ${text} not null, position ${text}, copied ${text} not null`
  await sql.raw(table("unfinished_copy", columns)).execute(db)
  await sql`insert into unfinished_copy (source, table_name, copied) values (${state.source}, '', '0')`.execute(db)
  await noteCopied(db, state)
}

export async function noteCopied(db: Database, { table, position, copied }: Omit<CopyState, "source">): Promise<void> {
  const text = position === undefined ? null : JSON.stringify(position)
  await sql`update unfinished_copy
    set table_name = ${table}, position = ${text}, copied = ${String(copied)}`.execute(db)
}

export async function endCopy(db: Database): Promise<void> {
  await sql`drop table unfinished_copy`.execute(db)
}
