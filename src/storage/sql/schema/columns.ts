import type { Generated } from "kysely"
import type { IdPrefix } from "../../../contract/id-prefixes.ts"

/**
 * Both engines store the same: booleans as 0 and 1, JSON as text, times as milliseconds, and every number as a 64-bit
 * integer. A sequence is a number that the database assigns.
 */
type Kind = "text" | "json" | "integer" | "boolean" | "time" | "sequence"

export interface Column<Stored, Value = Stored, Field extends string = never> {
  readonly kind: Kind
  readonly isNullable: boolean
  readonly references?: Reference
  /** The name in the objects of core/, unless it is the name of the column in camel case. */
  readonly field?: Field
  /** For the compiler only: what a row holds, and what an object of core/ holds. */
  readonly types?: { readonly stored: Stored; readonly value: Value }
}

interface Reference {
  /** One of the names in tables.ts. */
  readonly table: string
  readonly onDelete: "cascade" | "no action"
}

export type AnyColumn = Column<unknown, unknown, string>

export function text<Value extends string = string>(): Column<Value> {
  return { kind: "text", isNullable: false }
}

export function json<Value>(): Column<string, Value> {
  return { kind: "json", isNullable: false }
}

export const integer: Column<number> = { kind: "integer", isNullable: false }
export const boolean: Column<number, boolean> = { kind: "boolean", isNullable: false }
export const time: Column<number> = { kind: "time", isNullable: false }
export const sequence: Column<Generated<number>> = { kind: "sequence", isNullable: false }

export function nullable<Stored, Value, Field extends string>(
  column: Column<Stored, Value, Field>,
): Column<Stored | null, Value | null, Field> {
  return { ...column, isNullable: true } as Column<Stored | null, Value | null, Field>
}

/** The id of a row of another table. */
export function reference(table: string): Column<string> {
  return { kind: "text", isNullable: false, references: { table, onDelete: "no action" } }
}

/** The same, and the row is deleted with the row that it names. */
export function ownedBy(table: string): Column<string> {
  return { kind: "text", isNullable: false, references: { table, onDelete: "cascade" } }
}

/** Counts of one period in its parts, such as the minutes of an hour. A part without counts is null. */
export function slots(count: number): Readonly<Record<`s${number}`, Column<number | null>>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, nullable(integer)]))
}

/** The number of an event. */
export const eventSequence: Column<number> = {
  kind: "integer",
  isNullable: false,
  references: { table: "events", onDelete: "no action" },
}

export function named<Stored, Value, Field extends string>(
  field: Field,
  column: Column<Stored, Value>,
): Column<Stored, Value, Field> {
  return { ...column, field }
}

export interface AnyTable {
  /** The primary key. */
  readonly key: readonly string[]
  /** Absent: its rows have no ids that Keyward mints. */
  readonly idPrefix?: IdPrefix
  /** The rows mean something only to the nodes that run now, so a copy leaves them out. */
  readonly isTransient?: boolean
  /**
   * The rows of a workspace change only under the lock of that workspace, so a transaction that has the lock reads them
   * once. The time of the last use may change at any time, because it is for display.
   */
  readonly isLockedByWorkspace?: boolean
  /** It is written when the events of a change are appended. */
  readonly recordsEvents?: boolean
  /** Housekeeping deletes a row once the time in its column `expires` has come. */
  readonly isDeletedAtExpiry?: boolean
  readonly columns: Readonly<Record<string, AnyColumn>>
}

interface Table<Columns extends AnyTable["columns"]> extends AnyTable {
  readonly key: readonly (keyof Columns & string)[]
  readonly columns: Columns
}

export function table<Columns extends AnyTable["columns"]>(
  about: Omit<Table<NoInfer<Columns>>, "columns">,
  columns: Columns,
): Table<Columns> {
  return { ...about, columns }
}

export function isInteger({ kind }: AnyColumn): boolean {
  return kind !== "text" && kind !== "json"
}

type TypesOf<C extends AnyColumn> = NonNullable<C["types"]>

/** A row of a table, as Kysely wants to know it. */
export type RowOf<T extends AnyTable> = { [Name in keyof T["columns"]]: TypesOf<T["columns"][Name]>["stored"] }

/** The object of core/ that the columns of a table describe. */
export type ObjectOf<T extends AnyTable, Left extends keyof T["columns"] = never> = {
  readonly [Name in Exclude<keyof T["columns"], Left> as FieldOf<Name, T["columns"][Name]>]: ValueOf<T["columns"][Name]>
}

type ValueOf<C extends AnyColumn> = TypesOf<C>["value"]

type FieldOf<Name, C extends AnyColumn> = [NonNullable<C["field"]>] extends [never]
  ? CamelCase<Name & string>
  : NonNullable<C["field"]>

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name
