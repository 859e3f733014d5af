import type { Pool } from "./pool.ts"

/** Identifies a running transaction on its server. */
export interface TransactionName {
  readonly pid: number
  readonly xid: string
}

interface UncertainTransaction extends TransactionName {
  readonly lane: string
  readonly mark: string
}

const askedForMs = 8_000
const pauseMs = 250

/** Returns whether a transaction committed although its reply was lost. If the server stays away, it counts as not committed. */
export async function wasCommitted(pool: Pool, transaction: UncertainTransaction): Promise<boolean> {
  const askedUntil = performance.now() + askedForMs
  while (performance.now() < askedUntil) {
    const answer = await run(pool, transaction)
    if (answer !== undefined) return answer
    await Bun.sleep(pauseMs)
  }
  return false
}

/** Returns undefined while the outcome is unknown. Transaction ids are not used, because PostgreSQL reuses them after a crash. */
async function run(pool: Pool, { pid, xid, lane, mark }: UncertainTransaction): Promise<boolean | undefined> {
  try {
    // Ends the old session first, so that it cannot commit after this check.
    const working = await pool.run(
      (connection) => connection`select pg_terminate_backend(pid) from pg_stat_activity
        where pid = ${pid} and backend_xid = ${xid}::xid8::xid`,
    )
    if (working.length > 0) return undefined
    const rows = await pool.run((connection) => connection`select mark from commit_marks where lane = ${lane}`)
    return rows[0]?.mark === mark
  } catch {
    return undefined
  }
}
