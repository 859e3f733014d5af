import type { Permission } from "../../core/model.ts"
import type { PermissionWrites } from "../port/store.ts"
import { inChunks, padded } from "./rows.ts"
import { type Stretch, searchInSteps } from "./scan.ts"
import type { Database, PermissionRow } from "./schema.ts"
import { searching } from "./search.ts"

export function permissionQueries(db: Database): PermissionWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("permissions").selectAll().where("workspace_id", "=", workspaceId)
  return {
    async find(workspaceId, id) {
      const row = await inWorkspace(workspaceId).where("id", "=", id).executeTakeFirst()
      return row && permissionOf(row)
    },

    async findBySlug(workspaceId, slug) {
      const row = await inWorkspace(workspaceId).where("slug", "=", slug).executeTakeFirst()
      return row && permissionOf(row)
    },

    async listNamed(workspaceId, references) {
      // By id: one chunk may name a permission by its id, another by its slug.
      const permissions = new Map<string, Permission>()
      for (const chunk of inChunks(references).map(padded)) {
        const bySlug = inWorkspace(workspaceId).where("slug", "in", chunk)
        const rows = await inWorkspace(workspaceId).where("id", "in", chunk).union(bySlug).execute()
        for (const row of rows) permissions.set(row.id, permissionOf(row))
      }
      return [...permissions.values()]
    },

    async list(workspaceId, query) {
      const list = ({ after, upTo }: Stretch<string>, limit: number) => {
        let rows = inWorkspace(workspaceId)
        if (after !== undefined) rows = rows.where("id", ">", after)
        if (upTo !== undefined) rows = rows.where("id", "<=", upTo)
        if (query.search !== undefined) rows = rows.where(searching(query.search, "id", "name", "slug", "description"))
        return rows.orderBy("id").limit(limit).execute()
      }
      return (await searchInSteps({ db, table: "permissions", workspaceId, query, list })).map(permissionOf)
    },

    async countUpTo(workspaceId, atMost) {
      const some = db.selectFrom("permissions").select("id").where("workspace_id", "=", workspaceId).limit(atMost)
      const { count } = await db
        .selectFrom(some.as("some"))
        .select((row) => row.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow()
      return count
    },

    async insert(workspaceId, permissions) {
      for (const chunk of inChunks(permissions)) {
        const rows = chunk.map(({ id, slug, name, description }) => ({ id, slug, name, description }))
        await db
          .insertInto("permissions")
          .values(rows.map((row) => ({ ...row, workspace_id: workspaceId })))
          .execute()
      }
    },

    async update({ id, name, description }) {
      await db.updateTable("permissions").set({ name, description }).where("id", "=", id).execute()
    },

    async delete(id) {
      await db.deleteFrom("permissions").where("id", "=", id).execute()
    },
  }
}

export function permissionOf(row: Omit<PermissionRow, "workspace_id">): Permission {
  return { id: row.id, slug: row.slug, name: row.name, description: row.description }
}
