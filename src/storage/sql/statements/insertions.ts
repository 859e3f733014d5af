import type { AnyTable } from "../schema/columns.ts"
import { tables } from "../schema/tables.ts"

/** Without Kysely, because the thread that writes a SQLite file does not load it. */

export type TableName = keyof typeof tables

/** All columns but a number that the database assigns. */
export function columnsOf(table: TableName): readonly string[] {
  return columnsByTable[table]
}

const columnsByTable = mapTables((columns) =>
  Object.entries(columns)
    .filter(([, { kind }]) => kind !== "sequence")
    .map(([name]) => name),
)

/** The statements of SQLite, with a place for each value. They are made once, because every change needs some. */
export const insertionTexts = mapTables((_, table) => {
  const columns = columnsByTable[table]
  return `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`
})

/** The values of a row for these statements. */
export function boundValues(table: TableName, row: object): readonly unknown[] {
  return columnsOf(table).map((column) => Reflect.get(row, column))
}

function mapTables<T>(make: (columns: AnyTable["columns"], table: TableName) => T): Readonly<Record<TableName, T>> {
  const made = Object.entries(tables).map(([name, { columns }]) => [name, make(columns, name as TableName)])
  return Object.fromEntries(made) as Record<TableName, T>
}
