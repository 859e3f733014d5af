import type { PortalSessionWrites } from "../../port/portals.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

export function portalSessionQueries(db: Database): PortalSessionWrites {
  const sessions = () => db.selectFrom("portal_sessions").selectAll()
  return {
    findByHash: (hash) => findRow(sessions().where("hash", "=", hash), toObject),
    findByLink: (linkHash) => findRow(sessions().where("link_hash", "=", linkHash), toObject),
    find: (workspaceId, id) =>
      findRow(sessions().where("workspace_id", "=", workspaceId).where("id", "=", id), toObject),

    async list(workspaceId, { identityId, now, limit, after }) {
      let rows = sessions().where("workspace_id", "=", workspaceId).where("expires", ">", now)
      if (identityId !== undefined) rows = rows.where("identity_id", "=", identityId)
      if (after !== undefined) rows = rows.where("id", "<", after)
      return (await rows.orderBy("id", "desc").limit(limit).execute()).map(toObject)
    },

    async insert(session) {
      await db.insertInto("portal_sessions").values(toRow(session)).execute()
    },

    async open(id, { hash, openedAt, expires }) {
      const opened = await db
        .updateTable("portal_sessions")
        .set({ hash, opened_at: openedAt, expires })
        .where("id", "=", id)
        .where("hash", "is", null)
        .returning("id")
        .execute()
      return opened.length > 0
    },

    async delete(workspaceId, { id, identityId, limit }) {
      let named = db.selectFrom("portal_sessions").select("id").where("workspace_id", "=", workspaceId)
      if (id !== undefined) named = named.where("id", "=", id)
      if (identityId !== undefined) named = named.where("identity_id", "=", identityId)
      const ended = await db
        .deleteFrom("portal_sessions")
        .where("id", "in", named.orderBy("id").limit(limit))
        .returning(["id", "identity_id"])
        .execute()
      return ended
        .map((row) => ({ id: row.id, identityId: row.identity_id }))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
    },
  }
}

const { toRow, toObject } = conversionFor(tables.portal_sessions)
