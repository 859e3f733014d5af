import type { SchemaDialect } from "../schema/dialect.ts"

/** A migration. Never change a released one. Versions run side by side, so remove only what the previous release does not use. */
export interface Migration {
  readonly name: string
  /**
   * The oldest migration that a version must know to run with this one; absent if every version can. A migration whose
   * column an older version would ignore in a verdict names itself, so that older nodes leave.
   */
  readonly needs?: string
  readonly statements: (dialect: SchemaDialect) => readonly string[]
}
