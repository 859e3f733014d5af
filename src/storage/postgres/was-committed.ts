import type { Pool } from "./pool.ts"

/** What tells a transaction from all others of a server. */
export interface TransactionName {
  readonly pid: number
  readonly xid: string
}

const askedForMs = 8_000
const pauseMs = 250

/**
 * Whether a transaction was committed whose connection was lost before the server had said so. A server that stays away
 * for longer than this asks leaves the question open, and the transaction counts as not committed.
 */
export async function wasCommitted(pool: Pool, transaction: TransactionName): Promise<boolean> {
  const askedUntil = performance.now() + askedForMs
  while (performance.now() < askedUntil) {
    const status = await statusOf(pool, transaction)
    if (status === "committed") return true
    if (status === "aborted") return false
    await Bun.sleep(pauseMs)
  }
  return false
}

/** Nothing while nobody can tell. */
async function statusOf(pool: Pool, { pid, xid }: TransactionName): Promise<string | undefined> {
  try {
    // Whoever still works on it must not commit it after the answer has been given.
    await pool.ask(
      (connection) => connection`select pg_terminate_backend(pid) from pg_stat_activity
        where pid = ${pid} and backend_xid = ${xid}::xid8::xid`,
    )
    const [row] = await pool.ask((connection) => connection`select pg_xact_status(${xid}::xid8) as status`)
    return row.status
  } catch {
    return undefined
  }
}
