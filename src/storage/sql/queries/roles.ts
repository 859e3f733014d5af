import type { Permission, Role } from "../../../core/model.ts"
import type { RoleWrites } from "../../port/roles.ts"
import { conversionFor } from "../schema/conversion.ts"
import { listNamed } from "../schema/rows.ts"
import type { Database, RoleRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows } from "../statements/row-statements.ts"
import { permissionsOf } from "./linked-permissions.ts"
import { roleHolderQueries } from "./role-holders.ts"
import { searchInSteps } from "./scan.ts"

export function roleQueries(db: Database): RoleWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("roles").selectAll().where("workspace_id", "=", workspaceId)
  const withPermissions = async (rows: readonly RoleRow[]) => {
    const ids = rows.map(({ id }) => id)
    const permissions = await permissionsOf(db, "role", ids)
    return rows.map((row) => roleOf(row, permissions.get(row.id) ?? []))
  }
  return {
    ...roleHolderQueries(db),

    async find(workspaceId, id) {
      return (await withPermissions(await inWorkspace(workspaceId).where("id", "=", id).execute()))[0]
    },

    async findByName(workspaceId, name) {
      return (await withPermissions(await inWorkspace(workspaceId).where("name", "=", name).execute()))[0]
    },

    listNamed: (workspaceId, references) =>
      listNamed(references, async (chunk) => {
        const byName = inWorkspace(workspaceId).where("name", "in", chunk)
        return withPermissions(await inWorkspace(workspaceId).where("id", "in", chunk).union(byName).execute())
      }),

    async list(workspaceId, query) {
      const rows = inWorkspace(workspaceId)
      const columns = ["id", "name", "description"]
      return withPermissions(await searchInSteps({ db, table: "roles", workspaceId, query, rows, columns }))
    },

    async insert(workspaceId, role) {
      const row = { ...toRow(role), workspace_id: workspaceId }
      await insertRows(db, "roles", [row])
      await linkPermissions(db, role)
    },

    async setPermissions(role) {
      await db.deleteFrom("role_permissions").where("role_id", "=", role.id).execute()
      await linkPermissions(db, role)
    },

    async update({ id, name, description }) {
      await db.updateTable("roles").set({ name, description }).where("id", "=", id).execute()
    },

    async delete(id) {
      await db.deleteFrom("roles").where("id", "=", id).execute()
    },
  }
}

async function linkPermissions(db: Database, role: Role): Promise<void> {
  const links = role.permissions.map((permission) => ({ role_id: role.id, permission_id: permission.id }))
  await insertRows(db, "role_permissions", links)
}

const { toRow, toObject } = conversionFor(tables.roles, "workspace_id")

export function roleOf(row: Omit<RoleRow, "workspace_id">, permissions: readonly Permission[]): Role {
  return { ...toObject(row), permissions }
}
