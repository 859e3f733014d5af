import type { Engine } from "../engine.ts"
import type { SqlDialect } from "../schema/dialect.ts"

/** A migration. Never change a released one. Versions run side by side, so remove only what the previous release does not use. */
export type Migration = SchemaStep | RowStep

interface Step {
  readonly name: string
  /** The oldest migration that a version must know to run with this one; absent if every version can. */
  readonly needs?: string
}

interface SchemaStep extends Step {
  readonly statements: (dialect: SqlDialect) => readonly string[]
}

/** Changes what objects say, which needs events. It runs when the schema is current. */
export interface RowStep extends Step {
  /** Runs in transactions of its own, so that older nodes keep serving. It may run again, and on several nodes at once. */
  readonly changeRows: (engine: Engine) => Promise<void>
}
