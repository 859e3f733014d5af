import type { RawBuilder } from "kysely"

/** Where the SQL of the two engines differs. */
export interface SqlDialect {
  /** For differences that no field below covers. */
  readonly engine: "sqlite" | "postgres"
  readonly text: string
  readonly integer: string
  /** An ever-growing number as primary key. */
  readonly sequence: string
  /** Aggregate of values as one JSON array; of nothing it may be null. */
  readonly jsonArray: string
  /** A JSON object from names and values in turn. */
  readonly jsonObject: string
  /** Many rows as one parameter: a JSON array of objects, read as a table with these columns. */
  jsonRows(json: string, columns: Readonly<Record<string, "text" | "integer">>): RawBuilder<unknown>
  /** Locks these names until the transaction ends. Empty on an engine whose transactions never overlap. */
  lockNames(names: readonly string[]): readonly RawBuilder<unknown>[]
  table(name: string, columns: string): string
}

/** What the statements of a migration are written with. */
export type SchemaDialect = Pick<SqlDialect, "engine" | "text" | "integer" | "sequence" | "table">
