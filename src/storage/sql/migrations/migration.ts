import type { SqlDialect } from "../dialect.ts"

/**
 * A step of the schema. Never edited once released: the next change is the next file. Two versions serve one database
 * while an upgrade rolls, so what a step takes away must not be in use since an earlier one (docs/production.md).
 */
export interface Migration {
  readonly name: string
  /** The oldest step that a program must know to run beside this one; absent: this step only adds, and all may. */
  readonly needs?: string
  readonly statements: (dialect: SqlDialect) => readonly string[]
}
