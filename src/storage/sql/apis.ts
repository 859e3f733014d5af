import type { ApiWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { type Stretch, searchInSteps } from "./scan.ts"
import type { Database } from "./schema.ts"
import { searching } from "./search.ts"
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
      const list = ({ after, upTo }: Stretch<string>, limit: number) => {
        let rows = live(workspaceId)
        if (after !== undefined) rows = rows.where("id", ">", after)
        if (upTo !== undefined) rows = rows.where("id", "<=", upTo)
        if (query.search !== undefined) rows = rows.where(searching(query.search, "id", "name"))
        return rows.orderBy("id").limit(limit).execute()
      }
      return (await searchInSteps({ db, table: "apis", workspaceId, query, list })).map(toObject)
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
