import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"
import type { Database, Schema } from "../sql/schema/schema.ts"
import { databaseRunning, type RunStatement } from "../sql/statements/statement-driver.ts"
import { PostgresDriver } from "./driver.ts"
import type { Pool } from "./pool.ts"

export function databaseOver(pool: Pool): Database {
  return new Kysely<Schema>({ dialect: { ...dialect, createDriver: () => new PostgresDriver(pool) } })
}

/** For the statements of an open transaction. */
export function databaseOn(run: RunStatement): Database {
  return databaseRunning(run, dialect)
}

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
