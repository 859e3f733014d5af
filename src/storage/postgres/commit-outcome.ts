import type { Pool } from "./pool.ts"

/** What tells a transaction that runs from all others that run on a server. */
export interface TransactionName {
  readonly pid: number
  readonly xid: string
}

interface Doubtful extends TransactionName {
  readonly lane: string
  readonly mark: string
}

const askedForMs = 8_000
const pauseMs = 250

/**
 * Whether a transaction was committed whose connection was lost before the server had said so. A server that stays away
 * for longer than this asks leaves the question open, and the transaction counts as not committed.
 */
export async function wasCommitted(pool: Pool, transaction: Doubtful): Promise<boolean> {
  const askedUntil = performance.now() + askedForMs
  while (performance.now() < askedUntil) {
    const answer = await ask(pool, transaction)
    if (answer !== undefined) return answer
    await Bun.sleep(pauseMs)
  }
  return false
}

/**
 * Nothing while nobody can tell. The server is not asked for the state of the transaction by its number: after a crash
 * it gives the numbers of transactions that were lost to new ones.
 */
async function ask(pool: Pool, { pid, xid, lane, mark }: Doubtful): Promise<boolean | undefined> {
  try {
    // Whoever still works on it must not commit it after the answer has been given.
    const working = await pool.ask(
      (connection) => connection`select pg_terminate_backend(pid) from pg_stat_activity
        where pid = ${pid} and backend_xid = ${xid}::xid8::xid`,
    )
    if (working.length > 0) return undefined
    const rows = await pool.ask((connection) => connection`select mark from commit_marks where lane = ${lane}`)
    return rows[0]?.mark === mark
  } catch {
    return undefined
  }
}
