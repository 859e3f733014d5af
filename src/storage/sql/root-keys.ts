import type { RootKey } from "../../core/model.ts"
import type { RootKeyWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { type Stretch, searchInSteps } from "./scan.ts"
import type { Database, RootKeyRow } from "./schema.ts"
import { searching } from "./search.ts"
import { tables } from "./tables.ts"

export function rootKeyQueries(db: Database): RootKeyWrites {
  const live = () => selectRootKeys(db).where("root_keys.deleted_at", "is", null)
  return {
    async find(workspaceId, id) {
      const row = await live().where("id", "=", id).where("workspace_id", "=", workspaceId).executeTakeFirst()
      return row && rootKeyOf(row)
    },

    async list(workspaceId, query) {
      const list = ({ after, upTo }: Stretch<string>, limit: number) => {
        let rows = live().where("workspace_id", "=", workspaceId)
        if (after !== undefined) rows = rows.where("id", ">", after)
        if (upTo !== undefined) rows = rows.where("id", "<=", upTo)
        if (query.search !== undefined) rows = rows.where(searching(query.search, "id", "name", "start"))
        return rows.orderBy("id").limit(limit).execute()
      }
      return (await searchInSteps({ db, table: "root_keys", workspaceId, query, list })).map(rootKeyOf)
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
      await db
        .insertInto("root_keys")
        .values({ ...toRow(rootKey), deleted_at: null })
        .execute()
    },

    async update(rootKey) {
      await db.updateTable("root_keys").set(toRow(rootKey)).where("id", "=", rootKey.id).execute()
    },

    async delete(id, now) {
      await db.updateTable("root_keys").set({ deleted_at: now }).where("id", "=", id).execute()
    },
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
