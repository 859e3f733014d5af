import type { Engine } from "../engine.ts"
import type { Database } from "../schema/schema.ts"

/** Blocks other writers of this workspace until the transaction ends. SQLite has one writer at a time. */
export async function lockWorkspace({ name }: Engine, db: Database, workspaceId: string): Promise<void> {
  if (name === "sqlite") return
  await db.selectFrom("event_chains").select("length").where("workspace_id", "=", workspaceId).forUpdate().execute()
}
