import type { MemberWrites } from "../../port/people.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { searching } from "./search.ts"
import { workspaceOf } from "./workspaces.ts"

export function memberQueries(db: Database): MemberWrites {
  const membersOf = (workspaceId: string) =>
    db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .selectAll("members")
      .select(["users.email", "users.name"])
      .where("members.workspace_id", "=", workspaceId)
  return {
    find: (workspaceId, userId) => findRow(membersOf(workspaceId).where("members.user_id", "=", userId), detailsOf),

    async list(workspaceId, { limit, after, search }) {
      let query = membersOf(workspaceId)
      if (after !== undefined) query = query.where("members.user_id", ">", after)
      if (search !== undefined) query = query.where(searching(search, "members.user_id", "users.email", "users.name"))
      return (await query.orderBy("members.user_id").limit(limit).execute()).map(detailsOf)
    },

    async listOfUser(userId, limit) {
      const rows = await db
        .selectFrom("members")
        .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
        .selectAll("workspaces")
        .select("members.role")
        .where("members.user_id", "=", userId)
        .where("workspaces.deleted_at", "is", null)
        .orderBy("workspaces.id")
        .limit(limit)
        .execute()
      return rows.map((row) => ({ workspace: workspaceOf(row), role: row.role }))
    },

    async listOwners(workspaceId, limit) {
      const rows = await db
        .selectFrom("members")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .where("role", "=", "owner")
        .limit(limit)
        .execute()
      return rows.map(toObject)
    },

    async insert(member) {
      await db.insertInto("members").values(toRow(member)).execute()
    },

    async update(member) {
      const { workspace_id, user_id, ...changed } = toRow(member)
      await db
        .updateTable("members")
        .set(changed)
        .where("workspace_id", "=", workspace_id)
        .where("user_id", "=", user_id)
        .execute()
    },

    async delete(workspaceId, userId) {
      await db.deleteFrom("members").where("workspace_id", "=", workspaceId).where("user_id", "=", userId).execute()
    },
  }
}

const { toRow, toObject } = conversionFor(tables.members)

function detailsOf(row: Parameters<typeof toObject>[0] & { readonly email: string; readonly name: string }) {
  return { ...toObject(row), email: row.email, name: row.name }
}
