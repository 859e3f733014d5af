import type { RootKey } from "../../../core/model.ts"
import type { RootKeyWrites } from "../../port/root-keys.ts"
import { conversionFor } from "../schema/conversion.ts"
import { markDeleted } from "../schema/rows.ts"
import type { Database, RootKeyRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"
import { finder } from "../statements/statement.ts"
import { searchInSteps } from "./scan.ts"

export function rootKeyQueries(db: Database): RootKeyWrites {
  const live = () => selectLive(db)
  return {
    find: (workspaceId, id) => findLive(db, { workspaceId, id }),

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

    async listCreatedBy(workspaceId, userId, atMost) {
      const created = live().where("workspace_id", "=", workspaceId).where("created_by", "=", userId)
      return (await created.orderBy("id").limit(atMost).execute()).map(rootKeyOf)
    },

    async insert(rootKey) {
      const row = { ...toRow(rootKey), deleted_at: null }
      await insertRows(db, "root_keys", [row])
    },

    async update(rootKey) {
      await updateRow(db, "root_keys", toRow(rootKey))
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

function selectLive(db: Database) {
  return selectRootKeys(db).where("root_keys.deleted_at", "is", null)
}

const findLive = finder<{ workspaceId: string; id: string }>()(
  ({ db, value }) => selectLive(db).where("id", "=", value("id")).where("workspace_id", "=", value("workspaceId")),
  rootKeyOf,
)

export function rootKeyOf(row: RootKeyRow & { last_used_at: number | null }): RootKey {
  return { ...toObject(row), lastUsedAt: row.last_used_at }
}

const { toRow, toObject } = conversionFor(tables.root_keys, "deleted_at")
