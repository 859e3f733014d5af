import type { InvitationWrites } from "../../port/links.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

export function invitationQueries(db: Database): InvitationWrites {
  const invitations = () => db.selectFrom("invitations").selectAll()
  return {
    find: (workspaceId, id) =>
      findRow(invitations().where("id", "=", id).where("workspace_id", "=", workspaceId), toObject),

    async list(workspaceId, { limit, after }) {
      let query = invitations().where("workspace_id", "=", workspaceId)
      if (after !== undefined) query = query.where("id", ">", after)
      return (await query.orderBy("id").limit(limit).execute()).map(toObject)
    },

    findByHash: (hash) => findRow(invitations().where("hash", "=", hash), toObject),

    async insert(invitation) {
      await db.insertInto("invitations").values(toRow(invitation)).execute()
    },

    async delete(id) {
      const rows = await db.deleteFrom("invitations").where("id", "=", id).returning("id").execute()
      return rows.length > 0
    },
  }
}

const { toRow, toObject } = conversionFor(tables.invitations)
