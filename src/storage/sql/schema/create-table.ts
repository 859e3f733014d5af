import { type AnyColumn, isInteger } from "./columns.ts"
import type { SqlDialect } from "./dialect.ts"
import { tables } from "./tables.ts"

type Types = Pick<SqlDialect, "text" | "integer" | "sequence" | "table">
type TableName = keyof typeof tables

/** The statement that creates a table as it is declared, for the migration that adds it; indexes are not declared. */
export function createTable(types: Types, name: TableName): string {
  const { key, columns }: { readonly key: readonly string[]; readonly columns: Readonly<Record<string, AnyColumn>> } =
    tables[name]
  const lines = Object.entries(columns).map(([column, declared]) => {
    const isKey = key.length === 1 && key[0] === column
    return `${column} ${definition(types, declared, isKey)}`
  })
  const compositeKey = key.length > 1 ? [`primary key (${key.join(", ")})`] : []
  return types.table(name, [...lines, ...compositeKey].join(",\n"))
}

function definition(types: Types, column: AnyColumn, isKey: boolean): string {
  if (column.kind === "sequence") return types.sequence
  const type = isInteger(column) ? types.integer : types.text
  const constraint = isKey ? " primary key" : column.isNullable ? "" : " not null"
  return `${type}${constraint}${referenceClause(column)}`
}

function referenceClause({ references }: AnyColumn): string {
  if (references === undefined) return ""
  const target = tables[references.table as TableName]
  const clause = ` references ${references.table} (${target.key.join(", ")})`
  return references.onDelete === "cascade" ? `${clause} on delete cascade` : clause
}
