import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"
import type { Database, Schema } from "../sql/schema.ts"
import { PostgresDriver } from "./driver.ts"
import type { Pool } from "./pool.ts"

export function databaseOver(pool: Pool): Database {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
