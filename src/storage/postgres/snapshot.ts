import type { Database } from "../sql/schema/schema.ts"
import { databaseOver } from "./database.ts"
import type { Pool } from "./pool.ts"

/** The reader may pause longer than the usual idle limit of a session. */
const begin = "begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0"

/** Runs the work on one connection, in one repeatable-read transaction. */
export async function readAtOneMoment<T>(pool: Pool, work: (db: Database) => Promise<T>): Promise<T> {
  const connection = await pool.reserve()
  try {
    await connection.run((on) => on.unsafe(begin))
    return await work(databaseOver({ ...pool, run: connection.run }))
  } finally {
    // Nothing was written, so a lost connection loses nothing.
    await connection.run((on) => on.unsafe("rollback")).catch(() => {})
    connection.release()
  }
}
