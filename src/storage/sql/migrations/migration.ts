import type { RawBuilder } from "kysely"

/** The few words in which the SQL of the engines differs. */
export interface Vocabulary {
  /** For what no word can express. */
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
  /** Keeps others that name one of these waiting until the transaction ends; nothing where transactions never overlap. */
  takeTurns(names: readonly string[]): readonly RawBuilder<unknown>[]
  table(name: string, columns: string): string
}

/**
 * A step of the schema. Never edited once released: the next change is the next file. Two versions serve one database
 * while an upgrade rolls, so what a step takes away must not be in use since an earlier one (docs/production.md).
 */
export interface Migration {
  readonly name: string
  /** The oldest step that a program must know to run beside this one; absent: this step only adds, and all may. */
  readonly needs?: string
  readonly statements: (words: Vocabulary) => readonly string[]
}
