/** Runs a statement on the file of the log. */
export type RunOnLog = (sql: string, parameters: readonly unknown[]) => Promise<readonly unknown[]>

const rowsPerDeletion = 1_000
/** Rows of other workspaces may stay this much longer than older ones. */
const toleranceMs = 600_000

/**
 * Deletes some of the oldest rows of the workspace with the oldest row, and returns whether it deleted any. The rows are
 * ordered by workspace, and an index by time would slow every write of the log.
 */
export async function deleteOldest(run: RunOnLog, before = Number.MAX_SAFE_INTEGER): Promise<boolean> {
  const [found] = await run(
    `with recursive workspaces (id) as (
       select min(workspace_id) from verification_log
       union all
       select (select min(l.workspace_id) from verification_log as l where l.workspace_id > workspaces.id)
       from workspaces where workspaces.id is not null
     )
     select id, (select min(l.time) from verification_log as l where l.workspace_id = id) as time
     from workspaces where id is not null order by 2 limit 2`,
    [],
  )
  const [oldest, next] = found as readonly { readonly id: string; readonly time: number }[]
  if (oldest === undefined || oldest.time >= before) return false
  const until = Math.min(
    before,
    Math.max(oldest.time, next?.time ?? Number.MAX_SAFE_INTEGER - toleranceMs) + toleranceMs,
  )
  await run(
    `delete from verification_log where (workspace_id, time, request_id) in (
       select workspace_id, time, request_id from verification_log
       where workspace_id = ? and time < ? order by time, request_id limit ${rowsPerDeletion})`,
    [oldest.id, until],
  )
  return true
}
