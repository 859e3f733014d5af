import { StorageUnavailable } from "../port/unavailable.ts"
import type { Lane } from "./commit-lanes.ts"
import { type TransactionName, wasCommitted } from "./commit-outcome.ts"
import type { Pool, ReservedConnection } from "./pool.ts"

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
  const { lane } = connection
  lane.commits += 1
  try {
    await commitOn(connection)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    lane.isInDoubt = true
    if (!(await wasCommitted(pool, { ...name, lane: lane.name, mark: markOf(lane) }))) throw error
  }
}

/** After a failed statement the server takes no mark, or answers a commit by rolling back without calling it an error. */
async function commitOn(connection: ReservedConnection): Promise<void> {
  const text = `${markStatements(connection.lane)}; commit`
  const results = await connection.ask((on) => on.unsafe<readonly { readonly command: string }[]>(text))
  if (results.at(-1)?.command === "COMMIT") return
  throw new Error("The transaction was rolled back, because one of its statements failed.")
}

const now = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
const keptMs = 3_600_000

/** A lane that begins removes what those of nodes that are gone have left behind. */
function markStatements(lane: Lane): string {
  const mark = `insert into commit_marks values ('${lane.name}', '${markOf(lane)}', ${now})
    on conflict (lane) do update set mark = excluded.mark, marked_at = excluded.marked_at`
  const old = `select lane from commit_marks where marked_at < ${now} - ${keptMs} for update skip locked`
  return lane.commits === 1 ? `delete from commit_marks where lane in (${old}); ${mark}` : mark
}

function markOf({ commits }: Lane): string {
  return String(commits)
}

/** A connection that was lost has no transaction left to roll back. */
export async function rollback(connection: ReservedConnection): Promise<void> {
  try {
    await connection.ask((on) => on.unsafe("rollback"))
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
  }
}
