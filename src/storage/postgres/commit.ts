import { StorageUnavailable } from "../unavailable.ts"
import type { Pool, ReservedConnection } from "./pool.ts"
import { type TransactionName, wasCommitted } from "./was-committed.ts"

/** A transaction that is to be committed, and where to ask about it if its own connection is lost. */
interface Committing {
  readonly connection: ReservedConnection
  readonly name: TransactionName
  readonly pool: Pool
}

// Whatever the server's default is: who has waited for a lock has to see what was committed meanwhile.
export const readCommitted = "begin isolation level read committed"

/** Names a transaction in the answer to its first statement, since nobody can ask afterwards. */
export const ownName = "pg_backend_pid() as pid, pg_current_xact_id()::text as xid"

/** A server that is lost between a commit and its answer is asked afterwards, so that 503 means what it says. */
export async function commit({ connection, name, pool }: Committing): Promise<void> {
  try {
    await commitOn(connection)
  } catch (error) {
    if (!(error instanceof StorageUnavailable) || !(await wasCommitted(pool, name))) throw error
  }
}

/** After a failed statement the server answers a commit by rolling back, without calling it an error. */
async function commitOn(connection: ReservedConnection): Promise<void> {
  const { command } = await connection.ask((on) => on.unsafe<{ readonly command: string }>("commit"))
  if (command !== "COMMIT") throw new Error("The transaction was rolled back, because one of its statements failed.")
}

/** A connection that was lost has no transaction left to roll back. */
export async function rollback(connection: ReservedConnection): Promise<void> {
  try {
    await connection.ask((on) => on.unsafe("rollback"))
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
  }
}
