import type { ApiWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { findRow, markDeleted } from "./rows.ts"
import { searchInSteps } from "./scan.ts"
import type { Database } from "./schema.ts"
import { tables } from "./tables.ts"

export function apiQueries(db: Database): ApiWrites {
  const live = (workspaceId: string) =>
    db.selectFrom("apis").selectAll().where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)
  return {
    find: (workspaceId, id) => findRow(live(workspaceId).where("id", "=", id), toObject),

    async list(workspaceId, query) {
      const rows = live(workspaceId)
      const columns = ["id", "name"]
      return (await searchInSteps({ db, table: "apis", workspaceId, query, rows, columns })).map(toObject)
    },

    async insert(api) {
      const row = { ...toRow(api), deleted_at: null }
      await db.insertInto("apis").values(row).execute()
    },

    async update(api) {
      await db.updateTable("apis").set(toRow(api)).where("id", "=", api.id).execute()
    },

    delete: markDeleted(db, "apis"),
  }
}

const { toRow, toObject } = conversionFor(tables.apis, "deleted_at")
