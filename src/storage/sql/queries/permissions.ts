import type { Permission } from "../../../core/model.ts"
import type { PermissionWrites } from "../../port/permissions.ts"
import { conversionFor } from "../schema/conversion.ts"
import { countUpTo, findRow, listNamed } from "../schema/rows.ts"
import type { Database, PermissionRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows } from "../statements/row-statements.ts"
import { searchInSteps } from "./scan.ts"

export function permissionQueries(db: Database): PermissionWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("permissions").selectAll().where("workspace_id", "=", workspaceId)
  return {
    find: (workspaceId, id) => findRow(inWorkspace(workspaceId).where("id", "=", id), permissionOf),

    findBySlug: (workspaceId, slug) => findRow(inWorkspace(workspaceId).where("slug", "=", slug), permissionOf),

    async listNamed(workspaceId, references) {
      const rows = await listNamed(references, (chunk) => {
        const bySlug = inWorkspace(workspaceId).where("slug", "in", chunk)
        return inWorkspace(workspaceId).where("id", "in", chunk).union(bySlug).execute()
      })
      return rows.map(permissionOf)
    },

    async list(workspaceId, query) {
      const rows = inWorkspace(workspaceId)
      const columns = ["id", "name", "slug", "description"]
      return (await searchInSteps({ db, table: "permissions", workspaceId, query, rows, columns })).map(permissionOf)
    },

    countUpTo: (workspaceId, atMost) =>
      countUpTo(db, db.selectFrom("permissions").select("id").where("workspace_id", "=", workspaceId), atMost),

    async insert(workspaceId, permissions) {
      const rows = permissions.map((permission) => ({ ...toRow(permission), workspace_id: workspaceId }))
      await insertRows(db, "permissions", rows)
    },

    async update({ id, name, description }) {
      await db.updateTable("permissions").set({ name, description }).where("id", "=", id).execute()
    },

    async delete(id) {
      await db.deleteFrom("permissions").where("id", "=", id).execute()
    },
  }
}

const { toRow, toObject } = conversionFor(tables.permissions, "workspace_id")

export const permissionOf: (row: Omit<PermissionRow, "workspace_id">) => Permission = toObject
