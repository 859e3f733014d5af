import { type Driver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"
import type { Database, Schema } from "../sql/schema.ts"
import { type RunStatement, statementDriver } from "../sql/statement-driver.ts"
import { PostgresDriver } from "./driver.ts"
import type { Pool } from "./pool.ts"

export function databaseOver(pool: Pool): Database {
  return databaseWith(new PostgresDriver(pool))
}

/** For the statements of an open transaction. */
export function databaseOn(run: RunStatement): Database {
  return databaseWith(statementDriver(run))
}

function databaseWith(driver: Driver): Database {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
