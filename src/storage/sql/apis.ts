import type { Api } from "../../core/model.ts"
import type { ApiWrites } from "../port/store.ts"
import { type Stretch, searchInSteps } from "./scan.ts"
import type { ApiRow, Database } from "./schema.ts"
import { searching } from "./search.ts"

export function apiQueries(db: Database): ApiWrites {
  const live = (workspaceId: string) =>
    db.selectFrom("apis").selectAll().where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)
  return {
    async find(workspaceId, id) {
      const row = await live(workspaceId).where("id", "=", id).executeTakeFirst()
      return row && apiOf(row)
    },

    async list(workspaceId, query) {
      const list = ({ after, upTo }: Stretch<string>, limit: number) => {
        let rows = live(workspaceId)
        if (after !== undefined) rows = rows.where("id", ">", after)
        if (upTo !== undefined) rows = rows.where("id", "<=", upTo)
        if (query.search !== undefined) rows = rows.where(searching(query.search, "id", "name"))
        return rows.orderBy("id").limit(limit).execute()
      }
      return (await searchInSteps({ db, table: "apis", workspaceId, query, list })).map(apiOf)
    },

    async insert(api) {
      await db
        .insertInto("apis")
        .values({ ...rowOf(api), deleted_at: null })
        .execute()
    },

    async update(api) {
      await db.updateTable("apis").set(rowOf(api)).where("id", "=", api.id).execute()
    },

    async delete(id, now) {
      await db.updateTable("apis").set({ deleted_at: now }).where("id", "=", id).execute()
    },
  }
}

function apiOf(row: ApiRow): Api {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    defaultPrefix: row.default_prefix,
    defaultBytes: row.default_bytes,
    deleteProtection: row.delete_protection === 1,
    ipAllowlist: JSON.parse(row.ip_allowlist),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function rowOf(api: Api): Omit<ApiRow, "deleted_at"> {
  return {
    id: api.id,
    workspace_id: api.workspaceId,
    name: api.name,
    default_prefix: api.defaultPrefix,
    default_bytes: api.defaultBytes,
    delete_protection: Number(api.deleteProtection),
    ip_allowlist: JSON.stringify(api.ipAllowlist),
    created_at: api.createdAt,
    updated_at: api.updatedAt,
  }
}
