import type { Namespace } from "../../core/model.ts"
import type { NamespaceWrites } from "../port/store.ts"
import { type Stretch, searchInSteps } from "./scan.ts"
import type { Database, NamespaceRow } from "./schema.ts"
import { searching } from "./search.ts"

export function namespaceQueries(db: Database): NamespaceWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("ratelimit_namespaces").selectAll().where("workspace_id", "=", workspaceId)
  const live = (workspaceId: string) => inWorkspace(workspaceId).where("deleted_at", "is", null)
  return {
    async find(workspaceId, id) {
      const row = await live(workspaceId).where("id", "=", id).executeTakeFirst()
      return row && namespaceOf(row)
    },

    async findByName(workspaceId, name) {
      const row = await live(workspaceId).where("name", "=", name).executeTakeFirst()
      return row && namespaceOf(row)
    },

    async findGone(workspaceId, idOrName) {
      const row = await inWorkspace(workspaceId)
        .where((columns) => columns.or([columns("id", "=", idOrName), columns("name", "=", idOrName)]))
        .where("deleted_at", "is not", null)
        .executeTakeFirst()
      return row && namespaceOf(row)
    },

    async list(workspaceId, query) {
      const list = ({ after, upTo }: Stretch<string>, limit: number) => {
        let rows = live(workspaceId)
        if (after !== undefined) rows = rows.where("id", ">", after)
        if (upTo !== undefined) rows = rows.where("id", "<=", upTo)
        if (query.search !== undefined) rows = rows.where(searching(query.search, "id", "name"))
        return rows.orderBy("id").limit(limit).execute()
      }
      return (await searchInSteps({ db, table: "ratelimit_namespaces", workspaceId, query, list })).map(namespaceOf)
    },

    async insert(workspaceId, { id, name, createdAt }) {
      await db
        .insertInto("ratelimit_namespaces")
        .values({ id, workspace_id: workspaceId, name, created_at: createdAt, deleted_at: null })
        .execute()
    },

    async delete(id, now) {
      await db.updateTable("ratelimit_namespaces").set({ deleted_at: now }).where("id", "=", id).execute()
    },
  }
}

function namespaceOf(row: NamespaceRow): Namespace {
  return { id: row.id, name: row.name, createdAt: row.created_at }
}
