import type { Database } from "../sql/schema.ts"
import { databaseOver } from "./database.ts"
import type { Pool } from "./pool.ts"

/** Whoever takes what is read may pause for longer than a session may do nothing otherwise. */
const begin = "begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0"

/** Lets the work read on one connection, in one transaction that sees what was committed before it and nothing else. */
export async function readAtOneMoment<T>(pool: Pool, work: (db: Database) => Promise<T>): Promise<T> {
  const connection = await pool.reserve()
  try {
    await connection.ask((on) => on.unsafe(begin))
    return await work(databaseOver({ ...pool, ask: connection.ask }))
  } finally {
    // Nothing was written, so that losing the connection here loses nothing.
    await connection.ask((on) => on.unsafe("rollback")).catch(() => {})
    connection.release()
  }
}
