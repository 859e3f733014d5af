import type { RootKey } from "../../core/model.ts"
import type { RootKeyWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { findRow, markDeleted } from "./rows.ts"
import { searchInSteps } from "./scan.ts"
import type { Database, RootKeyRow } from "./schema.ts"
import { tables } from "./tables.ts"

export function rootKeyQueries(db: Database): RootKeyWrites {
  const live = () => selectRootKeys(db).where("root_keys.deleted_at", "is", null)
  return {
    find: (workspaceId, id) => findRow(live().where("id", "=", id).where("workspace_id", "=", workspaceId), rootKeyOf),

    async list(workspaceId, query) {
      const rows = live().where("workspace_id", "=", workspaceId)
      const columns = ["id", "name", "start"]
      return (await searchInSteps({ db, table: "root_keys", workspaceId, query, rows, columns })).map(rootKeyOf)
    },

    async listUsableOwners(workspaceId, now, atMost) {
      const rows = await live()
        .where("workspace_id", "=", workspaceId)
        .where("enabled", "=", 1)
        .where((row) => row.or([row("expires", "is", null), row("expires", ">", now)]))
        .where("permissions", "like", '%"*"%')
        .limit(atMost)
        .execute()
      return rows.map(rootKeyOf)
    },

    async insert(rootKey) {
      const row = { ...toRow(rootKey), deleted_at: null }
      await db.insertInto("root_keys").values(row).execute()
    },

    async update(rootKey) {
      await db.updateTable("root_keys").set(toRow(rootKey)).where("id", "=", rootKey.id).execute()
    },

    delete: markDeleted(db, "root_keys"),
  }
}

export function selectRootKeys(db: Database) {
  return db
    .selectFrom("root_keys")
    .leftJoin("root_key_usage", "root_key_usage.root_key_id", "root_keys.id")
    .selectAll("root_keys")
    .select("root_key_usage.last_used_at")
}

export function rootKeyOf(row: RootKeyRow & { last_used_at: number | null }): RootKey {
  return { ...toObject(row), lastUsedAt: row.last_used_at }
}

const { toRow, toObject } = conversionFor(tables.root_keys, "deleted_at")
