import { changesBetween } from "../../../core/changes.ts"
import { createIdMint } from "../../../core/ids.ts"
import { withKeyLinkGrants } from "../../../core/key-link-grants.ts"
import type { RootKey } from "../../../core/model.ts"
import { updated } from "../../../core/object-events.ts"
import { toWireRootKey } from "../../../core/wire.ts"
import type { EventEntry } from "../../port/events.ts"
import type { Engine } from "../engine.ts"
import { lockWorkspace } from "../queries/lock-workspace.ts"
import { recordedChange } from "../queries/recorded-change.ts"
import { rootKeyOf, rootKeyQueries, selectRootKeys } from "../queries/root-keys.ts"
import { padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import type { Migration } from "./migration.ts"

/**
 * Gives root keys the grants for permissions and roles of keys, which the right to create or to update keys included
 * before. Each change is an event of its workspace.
 */
export const keyLinkRights: Migration = {
  name: "0022-key-link-rights",
  async changeRows(engine) {
    let rows = await listAfter(engine.reader, "")
    while (rows.length > 0) {
      await changeBatch(engine, rows)
      rows = await listAfter(engine.reader, rows.at(-1)?.id ?? "")
    }
  },
}

interface Row {
  readonly id: string
  readonly workspace_id: string
}

/** The workspaces of so many root keys wait for one transaction. */
const batchSize = 100

/** Root keys that may need the grants, ascending by id. */
function listAfter(reader: Database, after: string): Promise<readonly Row[]> {
  return reader
    .selectFrom("root_keys")
    .innerJoin("workspaces", "workspaces.id", "root_keys.workspace_id")
    .select(["root_keys.id", "workspace_id"])
    .where("root_keys.id", ">", after)
    .where("root_keys.deleted_at", "is", null)
    .where("workspaces.deleted_at", "is", null)
    .where((row) =>
      row.or([row("permissions", "like", '%.create_key"%'), row("permissions", "like", '%.update_key"%')]),
    )
    .orderBy("root_keys.id")
    .limit(batchSize)
    .execute()
}

const mintId = createIdMint({ now: Date.now, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })

function changeBatch(engine: Engine, rows: readonly Row[]): Promise<void> {
  return engine.transaction(
    async (db, record) => {
      // In one order, so that nodes that start together do not wait for each other in a circle.
      const workspaceIds = [...new Set(rows.map(({ workspace_id }) => workspace_id))].sort()
      for (const workspaceId of workspaceIds) await lockWorkspace(engine, db, workspaceId)
      const ids = padded(rows.map(({ id }) => id))
      const live = await selectRootKeys(db).where("id", "in", ids).where("deleted_at", "is", null).execute()
      const now = Date.now()
      const entries: EventEntry[] = []
      for (const row of live) {
        const before = rootKeyOf(row)
        const after: RootKey = { ...before, permissions: withKeyLinkGrants(before.permissions), updatedAt: now }
        const changes = changesBetween(toWireRootKey(before), toWireRootKey(after))
        if (changes === undefined) continue
        await rootKeyQueries(db).update(after)
        entries.push({ ...updated("root_key", after.id, changes), workspaceId: after.workspaceId })
      }
      const scope = { actor: { type: "system", id: "upgrade" }, now, requestId: null } as const
      if (entries.length > 0) record(recordedChange(entries, scope, () => mintId("evt")))
    },
    { isLong: true },
  )
}
