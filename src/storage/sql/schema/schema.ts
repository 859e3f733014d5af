import type { Kysely, Selectable } from "kysely"
import { isInteger, type RowOf } from "./columns.ts"
import { tables } from "./tables.ts"

export type Schema = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> }

export type Database = Kysely<Schema>

/** The names of all tables that have these columns. */
export type TableWith<Column extends string> = {
  [Name in keyof Schema]: [Column] extends [keyof Schema[Name]] ? Name : never
}[keyof Schema]

export type WorkspaceRow = Schema["workspaces"]
export type EventRow = Schema["events"]
export type RootKeyRow = Schema["root_keys"]
export type PlanRow = Schema["plans"]
export type IdentityRow = Schema["identities"]
export type KeyRow = Schema["keys"]
export type BalanceRow = Schema["balances"]
export type PermissionRow = Schema["permissions"]
export type RoleRow = Schema["roles"]
export type IdempotencyRow = Schema["idempotency"]
export type NodeRow = Schema["nodes"]

/** Integers of statements that no table has under this name. */
const computedIntegers = [
  "applied_at",
  "bytes",
  "database_now",
  "groups",
  "identity_bytes",
  "identity_created_at",
  "identity_deleted_at",
  "identity_enabled",
  "identity_fills",
  "identity_low_at",
  "identity_remaining",
  "identity_updated_at",
  "previous_credits",
  "previous_verifications",
  "rows",
  "secret_expires",
  "sorted_by",
  "until",
  "used_credits",
  "used_verifications",
  "workspace_enabled",
] as const

type NamesOf<Value, Row> = { [Name in keyof Row]: NonNullable<Row[Name]> extends Value ? Name : never }[keyof Row]
type StoredInteger = { [Table in keyof Schema]: NamesOf<number, Selectable<Schema[Table]>> }[keyof Schema]
type StoredText = { [Table in keyof Schema]: NamesOf<string, Selectable<Schema[Table]>> }[keyof Schema]
type IntegerColumn = StoredInteger | (typeof computedIntegers)[number]

/** Postgres sends 64-bit integers as text, and the name alone says which texts are numbers. */
type Unambiguous = [IntegerColumn & StoredText] extends [never] ? ReadonlySet<string> : "One name has two types."

export const integerColumns: Unambiguous = new Set([
  ...Object.values(tables).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, column]) => (isInteger(column) ? [name] : [])),
  ),
  ...computedIntegers,
])

/** Turns the texts of 64-bit integers into numbers. */
export function integersIn(rows: readonly unknown[]): readonly unknown[] {
  for (const row of rows as Record<string, unknown>[]) {
    for (const column in row) {
      const value = row[column]
      if (typeof value === "string" && integerColumns.has(column)) row[column] = Number(value)
    }
  }
  return rows
}

/** The rows of a statement that is written as text. A number whose name is no integer column does not compile. */
export type ResultRow<Row extends NumbersNamed<Row>> = Readonly<Row>

type NumbersNamed<Row> = {
  [Name in keyof Row]: NonNullable<Row[Name]> extends number ? (Name extends IntegerColumn ? unknown : never) : unknown
}
