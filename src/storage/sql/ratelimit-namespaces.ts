import { type SqlBool, sql } from "kysely"
import type { Namespace, Override } from "../../core/model.ts"
import type { NamespaceWrites, OverrideWrites } from "../store.ts"
import { padded } from "./grouped.ts"
import type { Database, NamespaceRow, OverrideRow } from "./schema.ts"
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

    async list(workspaceId, { limit, after, search }) {
      let query = live(workspaceId)
      if (after !== undefined) query = query.where("id", ">", after)
      if (search !== undefined) query = query.where(searching(search, "id", "name"))
      return (await query.orderBy("id").limit(limit).execute()).map(namespaceOf)
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

export function overrideQueries(db: Database): OverrideWrites {
  const inNamespace = (namespaceId: string) =>
    db.selectFrom("ratelimit_overrides").selectAll().where("namespace_id", "=", namespaceId)
  const live = (namespaceId: string) => inNamespace(namespaceId).where("deleted_at", "is", null)
  return {
    async find(namespaceId, identifier) {
      const row = await live(namespaceId).where("identifier", "=", identifier).executeTakeFirst()
      return row && overrideOf(row)
    },

    async findDeleted(namespaceId, identifier) {
      const row = await inNamespace(namespaceId)
        .where("identifier", "=", identifier)
        .where("deleted_at", "is not", null)
        .executeTakeFirst()
      return row && overrideOf(row)
    },

    async list(namespaceId, { limit, after }) {
      let query = live(namespaceId)
      if (after !== undefined) query = query.where("id", ">", after)
      return (await query.orderBy("id").limit(limit).execute()).map(overrideOf)
    },

    async listCandidates(namespaceId, identifiers) {
      // Written out, not as a parameter: an index holds just the patterns, if the query asks for them in its words.
      const patterns = live(namespaceId).where(sql<SqlBool>`identifier like '%*%'`)
      const query = live(namespaceId).where("identifier", "in", padded(identifiers)).union(patterns)
      return (await query.orderBy("id").execute()).map(overrideOf)
    },

    async put(namespaceId, { id, identifier, limit, duration, createdAt }) {
      const settings = { limit_count: limit, duration, created_at: createdAt, deleted_at: null }
      await db
        .insertInto("ratelimit_overrides")
        .values({ id, namespace_id: namespaceId, identifier, ...settings })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(settings))
        .execute()
    },

    async delete(id, now) {
      await db.updateTable("ratelimit_overrides").set({ deleted_at: now }).where("id", "=", id).execute()
    },
  }
}

function namespaceOf(row: NamespaceRow): Namespace {
  return { id: row.id, name: row.name, createdAt: row.created_at }
}

function overrideOf(row: OverrideRow): Override {
  return {
    id: row.id,
    identifier: row.identifier,
    limit: row.limit_count,
    duration: row.duration,
    createdAt: row.created_at,
  }
}
