import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely } from "kysely"
import type { Database, Schema } from "../schema/schema.ts"

/** Executes a statement and returns its rows. */
export type RunStatement = (query: CompiledQuery) => Promise<readonly unknown[]>

/** A database for single statements. Transactions begin and end outside of Kysely, see change-group.ts. */
export function databaseRunning(run: RunStatement, dialect: Omit<Dialect, "createDriver">): Database {
  const db = new Kysely<Schema>({ dialect: { ...dialect, createDriver: () => statementDriver(run) } })
  runs.set(db, run)
  return db
}

const runs = new WeakMap<Database, RunStatement>()

/** Executes a statement that is built already. Kysely would pass it through a dozen promises. */
export function executeBuilt<Row>(db: Database, query: CompiledQuery<Row>): Promise<readonly Row[]> {
  const run = runs.get(db)
  if (run === undefined) return db.executeQuery(query).then(({ rows }) => rows)
  return run(query) as Promise<readonly Row[]>
}

function statementDriver(run: RunStatement): Driver {
  const unused = async () => {
    throw new Error("Use the transactions of the engine.")
  }
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      return { rows: (await run(query)) as R[] }
    },
    // biome-ignore lint/correctness/useYield: Keyward reads in pages and never streams.
    async *streamQuery() {
      throw new Error("Streaming is not supported.")
    },
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
