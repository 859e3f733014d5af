import type { RoleHolderReads } from "../../port/roles.ts"
import { countUpTo, groupByOwner, inChunks, listNamed, padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"

/** Counts the holders and permissions of roles without loading them. */
export function roleHolderQueries(db: Database): RoleHolderReads {
  const idsOf = async (workspaceId: string, references: readonly string[]) => {
    const inWorkspace = db.selectFrom("roles").select("id").where("workspace_id", "=", workspaceId)
    const rows = await listNamed(references, (chunk) =>
      inWorkspace
        .where("id", "in", chunk)
        .union(inWorkspace.where("name", "in", chunk))
        .execute(),
    )
    return rows.map(({ id }) => id)
  }
  const countByRole = async (roleIds: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const chunk of inChunks(roleIds).map(padded)) {
      const rows = await db
        .selectFrom("role_permissions")
        .select((row) => ["role_id", row.fn.countAll<number>().as("count")])
        .where("role_id", "in", chunk)
        .groupBy("role_id")
        .execute()
      for (const { role_id, count } of rows) counts.set(role_id, count)
    }
    return counts
  }
  return {
    async countPermissions(workspaceId, references) {
      if (references.length === 0) return 0
      const counts = await countByRole(await idsOf(workspaceId, references))
      return [...counts.values()].reduce((sum, count) => sum + count, 0)
    },

    countPermissionsUpTo(workspaceId, atMost) {
      const links = db
        .selectFrom("roles")
        .innerJoin("role_permissions", "role_permissions.role_id", "roles.id")
        .select("role_permissions.permission_id")
        .where("roles.workspace_id", "=", workspaceId)
      return countUpTo(db, links, atMost)
    },

    countPermissionsByRole: countByRole,

    countHoldersUpTo: (roleId, atMost) =>
      countUpTo(db, db.selectFrom("key_roles").select("key_id").where("role_id", "=", roleId), atMost),

    async listHoldersWithMore(roleId, directCount, atMost) {
      const rows = await db
        .selectFrom("key_roles as holder")
        .select("holder.key_id")
        .where("holder.role_id", "=", roleId)
        .where(({ eb, or, selectFrom, fn }) => {
          const roles = selectFrom("key_roles as own").whereRef("own.key_id", "=", "holder.key_id")
          const direct = selectFrom("key_permissions as own").whereRef("own.key_id", "=", "holder.key_id")
          return or([
            eb(roles.select(fn.countAll<number>().as("count")), ">", 1),
            eb(direct.select(fn.countAll<number>().as("count")), ">", directCount),
          ])
        })
        .limit(atMost)
        .execute()
      return rows.map(({ key_id }) => key_id)
    },

    listHoldings: (keyIds) => listHoldings(db, keyIds),

    async listPermissionIdsBeside(keyId, roleId) {
      const throughRoles = db
        .selectFrom("key_roles")
        .innerJoin("role_permissions", "role_permissions.role_id", "key_roles.role_id")
        .select("role_permissions.permission_id")
        .where("key_roles.key_id", "=", keyId)
        .where("key_roles.role_id", "<>", roleId)
      const direct = db.selectFrom("key_permissions").select("permission_id").where("key_id", "=", keyId)
      return (await direct.unionAll(throughRoles).execute()).map(({ permission_id }) => permission_id)
    },
  }
}

/** The roles of each key, and how many permissions it holds directly. */
async function listHoldings(db: Database, keyIds: readonly string[]) {
  const ids = padded(keyIds)
  const links = await db
    .selectFrom("keys")
    .innerJoin("key_roles", "key_roles.key_id", "keys.id")
    .select(["key_roles.key_id", "key_roles.role_id"])
    .where("keys.id", "in", ids)
    .where("keys.deleted_at", "is", null)
    .execute()
  const direct = await db
    .selectFrom("key_permissions")
    .select((row) => ["key_id", row.fn.countAll<number>().as("count")])
    .where("key_id", "in", ids)
    .groupBy("key_id")
    .execute()
  const counts = new Map(direct.map(({ key_id, count }) => [key_id, count]))
  const rolesByKey = groupByOwner(
    links,
    ({ key_id }) => key_id,
    ({ role_id }) => role_id,
  )
  return [...rolesByKey].map(([keyId, roleIds]) => ({ keyId, roleIds, directCount: counts.get(keyId) ?? 0 }))
}
