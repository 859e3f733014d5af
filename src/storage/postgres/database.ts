import type { Driver } from "kysely"
import { type CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"
import type { Database, Schema } from "../sql/schema.ts"
import { PostgresDriver } from "./driver.ts"
import type { Pool } from "./pool.ts"

export function databaseOver(pool: Pool): Database {
  return databaseWith(new PostgresDriver(pool))
}

/** The function executes a statement of an open transaction and returns its rows. */
export function databaseOn(run: (query: CompiledQuery) => Promise<readonly unknown[]>): Database {
  const unused = async () => {
    throw new Error("Use the transactions of the engine.")
  }
  const connection = {
    async executeQuery<R>(query: CompiledQuery) {
      return { rows: (await run(query)) as R[] }
    },
    streamQuery: unused as never,
  }
  return databaseWith({
    async init() {},
    acquireConnection: async () => connection,
    beginTransaction: unused,
    commitTransaction: unused,
    rollbackTransaction: unused,
    async releaseConnection() {},
    async destroy() {},
  })
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
