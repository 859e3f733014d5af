import type { Selectable } from "kysely"
import type { AnyColumn, AnyTable, ObjectOf, RowOf } from "./columns.ts"

interface Conversion<Row, Selected, Converted> {
  toRow(object: Converted): Row
  /** Ignores columns of other tables. */
  toObject(row: Selected): Converted
}

/**
 * Converts between the rows of a table and the objects of core/, without the columns that are named. A column that is
 * neither named nor a field of the object does not compile.
 */
export function conversionFor<T extends AnyTable, Left extends keyof T["columns"] & string = never>(
  { columns }: T,
  ...without: readonly Left[]
): Conversion<Omit<RowOf<T>, Left>, Omit<Selectable<RowOf<T>>, Left>, ObjectOf<T, Left>> {
  const parts = Object.entries(columns)
    .filter(([name]) => !without.some((left) => left === name))
    .map(([name, { kind, field = camelCase(name) }]) => ({ name, field, kind }))
  return {
    toRow(object) {
      const values = object as Readonly<Record<string, unknown>>
      const row: Record<string, unknown> = {}
      for (const { name, field, kind } of parts) row[name] = toStored(kind, values[field])
      return row as Omit<RowOf<T>, Left>
    },
    toObject(row) {
      const values = row as Readonly<Record<string, unknown>>
      const object: Record<string, unknown> = {}
      for (const { name, field, kind } of parts) object[field] = fromStored(kind, values[name])
      return object as ObjectOf<T, Left>
    },
  }
}

function toStored(kind: AnyColumn["kind"], value: unknown): unknown {
  if (kind === "boolean" && value !== null) return Number(value)
  return kind === "json" && value !== null ? JSON.stringify(value) : value
}

function fromStored(kind: AnyColumn["kind"], stored: unknown): unknown {
  if (kind === "boolean" && stored !== null) return stored === 1
  return kind === "json" && stored !== null ? JSON.parse(String(stored)) : stored
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
