import type { ApiWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { searchInSteps } from "./scan.ts"
import type { Database } from "./schema.ts"
import { tables } from "./tables.ts"

export function apiQueries(db: Database): ApiWrites {
  const live = (workspaceId: string) =>
    db.selectFrom("apis").selectAll().where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)
  return {
    async find(workspaceId, id) {
      const row = await live(workspaceId).where("id", "=", id).executeTakeFirst()
      return row && toObject(row)
    },

    async list(workspaceId, query) {
      const rows = live(workspaceId)
      const columns = ["id", "name"]
      return (await searchInSteps({ db, table: "apis", workspaceId, query, rows, columns })).map(toObject)
    },

    async insert(api) {
      await db
        .insertInto("apis")
        .values({ ...toRow(api), deleted_at: null })
        .execute()
    },

    async update(api) {
      await db.updateTable("apis").set(toRow(api)).where("id", "=", api.id).execute()
    },

    async delete(id, now) {
      await db.updateTable("apis").set({ deleted_at: now }).where("id", "=", id).execute()
    },
  }
}

const { toRow, toObject } = conversionFor(tables.apis, "deleted_at")
