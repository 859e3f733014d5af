import type { NamespaceWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { type Stretch, searchInSteps } from "./scan.ts"
import type { Database } from "./schema.ts"
import { searching } from "./search.ts"
import { tables } from "./tables.ts"

export function namespaceQueries(db: Database): NamespaceWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("ratelimit_namespaces").selectAll().where("workspace_id", "=", workspaceId)
  const live = (workspaceId: string) => inWorkspace(workspaceId).where("deleted_at", "is", null)
  return {
    async find(workspaceId, id) {
      const row = await live(workspaceId).where("id", "=", id).executeTakeFirst()
      return row && toObject(row)
    },

    async findByName(workspaceId, name) {
      const row = await live(workspaceId).where("name", "=", name).executeTakeFirst()
      return row && toObject(row)
    },

    async findDeleted(workspaceId, idOrName) {
      const row = await inWorkspace(workspaceId)
        .where((columns) => columns.or([columns("id", "=", idOrName), columns("name", "=", idOrName)]))
        .where("deleted_at", "is not", null)
        .executeTakeFirst()
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
      return (await searchInSteps({ db, table: "ratelimit_namespaces", workspaceId, query, list })).map(toObject)
    },

    async insert(workspaceId, namespace) {
      await db
        .insertInto("ratelimit_namespaces")
        .values({ ...toRow(namespace), workspace_id: workspaceId, deleted_at: null })
        .execute()
    },

    async delete(id, now) {
      await db.updateTable("ratelimit_namespaces").set({ deleted_at: now }).where("id", "=", id).execute()
    },
  }
}

const { toRow, toObject } = conversionFor(tables.ratelimit_namespaces, "workspace_id", "deleted_at")
