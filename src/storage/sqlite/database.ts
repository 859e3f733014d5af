import { type CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely"
import type { Database } from "../sql/schema/schema.ts"
import { databaseRunning, type RunStatement } from "../sql/statements/statement-driver.ts"
import type { Step } from "./protocol.ts"
import type { ThreadClient } from "./thread-client.ts"

/** Sends each statement alone. */
export function databaseOver(execute: ThreadClient["execute"]): Database {
  return databaseOn(statementsOn(execute))
}

export function statementsOn(execute: ThreadClient["execute"]): RunStatement {
  return async (query) => {
    const [rows] = await execute([queryStep(query)])
    return rows ?? []
  }
}

export function databaseOn(run: RunStatement): Database {
  return databaseRunning(run, {
    createAdapter: () => new PatientAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
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
