import type { CompiledQuery, DatabaseConnection, Driver } from "kysely"

/** Executes a statement and returns its rows. */
export type RunStatement = (query: CompiledQuery) => Promise<readonly unknown[]>

/** A driver for single statements. Transactions begin and end outside of Kysely, see change-group.ts. */
export function statementDriver(run: RunStatement): Driver {
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
