import { countRows } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"

/** The keys of a workspace that its quota counts. */
export function countedKeys(db: Database, workspaceId: string) {
  return db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .where("keys.workspace_id", "=", workspaceId)
    .where("keys.deleted_at", "is", null)
    .where("apis.deleted_at", "is", null)
}

export function countUnexpiredKeys(db: Database, workspaceId: string, now: number): Promise<number> {
  const unexpired = countedKeys(db, workspaceId).where((row) =>
    row.or([row("keys.expires", "is", null), row("keys.expires", ">", now)]),
  )
  return countRows(unexpired)
}
