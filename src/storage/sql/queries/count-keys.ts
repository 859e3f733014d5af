import type { Identity } from "../../../core/model.ts"
import type { UnexpiredCount } from "../../port/keys.ts"
import { countRows, countUpTo } from "../schema/rows.ts"
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

/** Reads the index of live keys by identity and expiry in two ranges, so that expired keys are skipped. */
export async function countUnexpiredOf(
  db: Database,
  { id, workspaceId }: Pick<Identity, "id" | "workspaceId">,
  { now, atMost }: UnexpiredCount,
): Promise<number> {
  const live = db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .select("keys.api_id")
    .where("keys.identity_id", "=", id)
    .where("keys.deleted_at", "is", null)
    .where("apis.workspace_id", "=", workspaceId)
    .where("apis.deleted_at", "is", null)
  const lasting = await countUpTo(db, live.where("keys.expires", "is", null), atMost)
  if (lasting >= atMost) return atMost
  return lasting + (await countUpTo(db, live.where("keys.expires", ">", now), atMost - lasting))
}
