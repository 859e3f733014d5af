import { sql } from "kysely"
import type { DeviceLoginWrites } from "../../port/device-logins.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

export function deviceLoginQueries(db: Database): DeviceLoginWrites {
  const logins = () => db.selectFrom("device_logins").selectAll()
  /** The condition decides between requests that race: only one of them finds the login waiting. */
  const pending = (id: string, now: number) =>
    db
      .updateTable("device_logins")
      .where("id", "=", id)
      .where("state", "=", "pending")
      .where("expires", ">", now)
      .returning("id")
  return {
    findByDevice: (hash) => findRow(logins().where("device_hash", "=", hash), toObject),
    findByCode: (hash) => findRow(logins().where("code_hash", "=", hash), toObject),

    async countLive(now, limit) {
      const live = db.selectFrom("device_logins").select("id").where("expires", ">", now).limit(limit)
      const { count } = await db
        .selectFrom(live.as("live"))
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async insert(login) {
      await db.insertInto("device_logins").values(toRow(login)).execute()
    },

    async approve(id, { userId, sessionId, workspaceId, permissions, keyExpires }, now) {
      const rows = await pending(id, now)
        .set({
          state: "approved",
          user_id: userId,
          session_id: sessionId,
          workspace_id: workspaceId,
          permissions: JSON.stringify(permissions),
          key_expires: keyExpires,
        })
        .execute()
      return rows.length > 0
    },

    async deny(id, now) {
      return (await pending(id, now).set({ state: "denied" }).execute()).length > 0
    },

    async take(id) {
      const taken = db.deleteFrom("device_logins").where("id", "=", id).where("state", "=", "approved")
      return (await taken.returning("id").execute()).length > 0
    },
  }
}

const { toRow, toObject } = conversionFor(tables.device_logins)
