import { type SqlBool, sql } from "kysely"
import type { Permission, Role } from "../../core/model.ts"
import type { RoleWrites } from "../store.ts"
import { grouped, inChunks, padded } from "./grouped.ts"
import { permissionOf } from "./permissions.ts"
import { type Stretch, searchInSteps } from "./scan.ts"
import type { Database, RoleRow } from "./schema.ts"
import { searching } from "./search.ts"

export function roleQueries(db: Database): RoleWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("roles").selectAll().where("workspace_id", "=", workspaceId)
  const withPermissions = async (rows: readonly RoleRow[]) => {
    const ids = rows.map(({ id }) => id)
    const permissions = await permissionsOfRoles(db, ids)
    return rows.map((row) => roleOf(row, permissions.get(row.id) ?? []))
  }
  return {
    async find(workspaceId, id) {
      return (await withPermissions(await inWorkspace(workspaceId).where("id", "=", id).execute()))[0]
    },

    async findByName(workspaceId, name) {
      return (await withPermissions(await inWorkspace(workspaceId).where("name", "=", name).execute()))[0]
    },

    async listNamed(workspaceId, references) {
      const roles = new Map<string, Role>()
      for (const chunk of inChunks(references).map(padded)) {
        const byName = inWorkspace(workspaceId).where("name", "in", chunk)
        const rows = await inWorkspace(workspaceId).where("id", "in", chunk).union(byName).execute()
        for (const role of await withPermissions(rows)) roles.set(role.id, role)
      }
      return [...roles.values()]
    },

    async list(workspaceId, query) {
      const list = ({ after, upTo }: Stretch<string>, limit: number) => {
        let rows = inWorkspace(workspaceId)
        if (after !== undefined) rows = rows.where("id", ">", after)
        if (upTo !== undefined) rows = rows.where("id", "<=", upTo)
        if (query.search !== undefined) rows = rows.where(searching(query.search, "id", "name", "description"))
        return rows.orderBy("id").limit(limit).execute()
      }
      return withPermissions(await searchInSteps({ db, table: "roles", workspaceId, query, list }))
    },

    async listHoldersWithMoreLinks(roleId, links, atMost) {
      const rows = await db
        .selectFrom("key_roles as held")
        .innerJoin("keys", "keys.id", "held.key_id")
        .select("held.key_id")
        .where("held.role_id", "=", roleId)
        .where("keys.deleted_at", "is", null)
        .where(
          sql<SqlBool>`(select count(*) from key_permissions kp where kp.key_id = held.key_id) + (
            select count(*) from key_roles kr join role_permissions rp on rp.role_id = kr.role_id
            where kr.key_id = held.key_id and kr.role_id <> ${roleId}
          ) > ${links}`,
        )
        .limit(atMost)
        .execute()
      return rows.map(({ key_id }) => key_id)
    },

    async listPermissionIdsBeside(keyId, roleId) {
      const throughRoles = db
        .selectFrom("key_roles")
        .innerJoin("role_permissions", "role_permissions.role_id", "key_roles.role_id")
        .select("role_permissions.permission_id")
        .where("key_roles.key_id", "=", keyId)
        .where("key_roles.role_id", "<>", roleId)
      const direct = db.selectFrom("key_permissions").select("permission_id").where("key_id", "=", keyId)
      return (await direct.union(throughRoles).execute()).map(({ permission_id }) => permission_id)
    },

    async insert(workspaceId, role) {
      const { id, name, description } = role
      await db.insertInto("roles").values({ id, workspace_id: workspaceId, name, description }).execute()
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
  for (const chunk of inChunks(role.permissions)) {
    const links = chunk.map((permission) => ({ role_id: role.id, permission_id: permission.id }))
    await db.insertInto("role_permissions").values(links).execute()
  }
}

/** Each list ascending by slug. */
export async function permissionsOfRoles(
  db: Database,
  roleIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Permission[]>> {
  const chunks = inChunks(roleIds).map((chunk) =>
    db
      .selectFrom("role_permissions")
      .innerJoin("permissions", "permissions.id", "role_permissions.permission_id")
      .selectAll("permissions")
      .select("role_permissions.role_id")
      .where("role_permissions.role_id", "in", padded(chunk))
      .orderBy("permissions.slug")
      .execute(),
  )
  return grouped((await Promise.all(chunks)).flat(), (row) => row.role_id, permissionOf)
}

export function roleOf(row: Omit<RoleRow, "workspace_id">, permissions: readonly Permission[]): Role {
  return { id: row.id, name: row.name, description: row.description, permissions }
}
