import type { NamespaceWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { searchInSteps } from "./scan.ts"
import type { Database } from "./schema.ts"
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
      const rows = live(workspaceId)
      const columns = ["id", "name"]
      return (await searchInSteps({ db, table: "ratelimit_namespaces", workspaceId, query, rows, columns })).map(
        toObject,
      )
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
