import { StorageUnavailable } from "../port/unavailable.ts"
import type { Lane } from "./commit-lanes.ts"
import { type TransactionName, wasCommitted } from "./commit-outcome.ts"
import type { Pool, ReservedConnection } from "./pool.ts"
import type { TextStatement } from "./prepared-texts.ts"
import { quoted } from "./quoted.ts"

/** A transaction to commit, and the pool that can check its outcome if the connection is lost. */
interface CommitOptions {
  readonly connection: ReservedConnection
  readonly name: TransactionName
  readonly pool: Pool
  /** Statements that are sent together with the commit. */
  readonly last?: readonly TextStatement[]
}

// The isolation level is explicit, because a waiter must see what was committed during its wait.
export const readCommitted = "begin isolation level read committed"

/** Returns the transaction id with the first statement, because it cannot be asked after a disconnect. */
export const ownName = "pg_backend_pid() as pid, pg_current_xact_id()::text as xid"

/** Checks the outcome of a commit whose reply was lost, so that 503 means it did not commit. */
export async function commit({ connection, name, pool, last = [] }: CommitOptions): Promise<void> {
  const { lane } = connection
  lane.commits += 1
  try {
    await commitOn(connection, name.pid, last)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    lane.isInDoubt = true
    if (!(await wasCommitted(pool, { ...name, lane: lane.name, mark: markOf(lane) }))) throw error
  }
}

/** After a failed statement PostgreSQL rolls back on commit without an error, so this checks the reply. */
async function commitOn(connection: ReservedConnection, pid: number, last: readonly TextStatement[]): Promise<void> {
  const statements = [...last, ...markStatements(connection.lane), { sql: "commit", values: [] }]
  const results = await connection.prepared.run(pid, statements, (text) =>
    connection.run((on) => on.unsafe<readonly { readonly command: string }[]>(text)),
  )
  if (results.at(-1)?.command === "COMMIT") return
  throw new Error("The transaction was rolled back, because one of its statements failed.")
}

const now = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
const keptMs = 3_600_000

const setMark = `insert into commit_marks values ($1, $2, ${now})
  on conflict (lane) do update set mark = excluded.mark, marked_at = excluded.marked_at`

const deleteOldMarks = `delete from commit_marks where lane in (
  select lane from commit_marks where marked_at < ${now} - ${keptMs} for update skip locked)`

/** A new lane deletes the marks of nodes that are gone. */
function markStatements(lane: Lane): readonly TextStatement[] {
  const mark = { sql: setMark, values: [quoted(lane.name), quoted(markOf(lane))] }
  return lane.commits === 1 ? [{ sql: deleteOldMarks, values: [] }, mark] : [mark]
}

function markOf({ commits }: Lane): string {
  return String(commits)
}

/** A lost connection has no transaction left to roll back. */
export async function rollback(connection: ReservedConnection): Promise<void> {
  try {
    await connection.run((on) => on.unsafe("rollback"))
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
  }
}
