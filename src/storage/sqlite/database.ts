import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely"
import type { Schema } from "../sql/schema.ts"
import type { Step } from "./protocol.ts"
import type { ThreadClient } from "./thread-client.ts"

/** Sends each statement alone. */
export function databaseOver(execute: ThreadClient["execute"]): Kysely<Schema> {
  return databaseOn(async (query) => {
    const [rows] = await execute([queryStep(query)])
    return rows ?? []
  })
}

/** The function executes a statement and returns its rows. */
export function databaseOn(run: (query: CompiledQuery) => Promise<readonly unknown[]>): Kysely<Schema> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      return { rows: (await run(query)) as R[] }
    },
    // biome-ignore lint/correctness/useYield: Keyward reads in pages and never streams.
    async *streamQuery() {
      throw new Error("Streaming is not supported.")
    },
  }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PatientAdapter(),
      createDriver: () => driverOf(connection),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

export function queryStep({ sql, parameters }: CompiledQuery): Step {
  return { type: "query", sql, parameters }
}

/** Kysely has its own mutex, without order by workspace and without a time limit. */
class PatientAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** Transactions begin and end outside of Kysely, see writer.ts. */
function driverOf(connection: DatabaseConnection): Driver {
  const unused = async () => {
    throw new Error("Use the transactions of the engine.")
  }
  return {
    async init() {},
    acquireConnection: async () => connection,
    beginTransaction: unused,
    commitTransaction: unused,
    rollbackTransaction: unused,
    async releaseConnection() {},
    async destroy() {},
  }
}
