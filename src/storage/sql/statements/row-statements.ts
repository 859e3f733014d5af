import type { Insertable, Updateable } from "kysely"
import { isInteger } from "../schema/columns.ts"
import { inChunks } from "../schema/rows.ts"
import type { Database, Schema } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { boundValues, columnsOf, insertionTexts, type TableName } from "./insertions.ts"
import { isSqlite } from "./statement.ts"
import { executeBuilt } from "./statement-driver.ts"
import { type WriteQuery, writeQuery } from "./write-query.ts"

/** Bounds the size of one parameter. */
const maxRows = 1_000

/** Inserts any number of rows. The text depends only on the table, so engines parse it once. */
export async function insertRows<Name extends TableName>(
  db: Database,
  table: Name,
  rows: readonly Insertable<Schema[Name]>[],
): Promise<void> {
  if (rows.length === 0) return
  if (isSqlite(db)) await executeBuilt(db, insertEach(table, rows))
  else for (const chunk of inChunks(rows, maxRows)) await executeBuilt(db, insertAll(table, chunk))
}

/** For SQLite, where binding each row is five times as fast as reading rows from JSON. */
function insertEach<Name extends TableName>(table: Name, rows: readonly Insertable<Schema[Name]>[]): WriteQuery {
  const parameters = rows.map((row) => boundValues(table, row))
  return writeQuery(table, insertionTexts[table], { type: "any", parameters })
}

/** For PostgreSQL, where all rows are one parameter. */
function insertAll<Name extends TableName>(table: Name, rows: readonly Insertable<Schema[Name]>[]): WriteQuery {
  const text = textsOfAll.get(table) ?? textOfAll(table)
  textsOfAll.set(table, text)
  return writeQuery(table, text, { type: "insertion", rows })
}

const textsOfAll = new Map<TableName, string>()

function textOfAll(table: TableName): string {
  const columns = columnsOf(table).join(", ")
  return `insert into ${table} (${columns}) select ${columns} from ${recordsFrom(table, "$1")}`
}

/** PostgreSQL: the rows of a JSON array, with the columns of a table. */
export function recordsFrom(table: TableName, json: string): string {
  const { columns } = tables[table]
  const typed = columnsOf(table).map((name) => {
    const column = Object.entries(columns).find(([each]) => each === name)?.[1]
    return `${name} ${column !== undefined && isInteger(column) ? "bigint" : "text"}`
  })
  return `json_to_recordset(cast(cast(${json} as text) as json)) as given(${typed.join(", ")})`
}

type TableWithId = { [Name in TableName]: Schema[Name] extends { id: string } ? Name : never }[TableName]

/** Replaces the given columns of the row with this id. */
export async function updateRow<Name extends TableWithId>(
  db: Database,
  table: Name,
  { id, ...values }: Updateable<Schema[Name]> & { readonly id: string },
): Promise<void> {
  const place = isSqlite(db) ? () => "?" : (index: number) => `$${index + 1}`
  const assignments = Object.keys(values).map((column, index) => `${column} = ${place(index)}`)
  const parameters = [...Object.values(values), id]
  const text = `update ${table} set ${assignments.join(", ")} where id = ${place(assignments.length)}`
  await executeBuilt(db, writeQuery(table, text, { type: "any", parameters: [parameters] }))
}
