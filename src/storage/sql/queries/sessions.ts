import { sql } from "kysely"
import type { SessionUpkeep, SessionWrites } from "../../port/sessions.ts"
import type { Engine } from "../engine.ts"
import { conversionFor } from "../schema/conversion.ts"
import { expiringTables } from "../schema/marked-tables.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

export function sessionQueries(db: Database): SessionWrites {
  const sessions = () => db.selectFrom("sessions").selectAll()
  return {
    findByHash: (hash) => findRow(sessions().where("hash", "=", hash), toObject),
    find: (id) => findRow(sessions().where("id", "=", id), toObject),

    async listOfUser(userId, limit) {
      const rows = await sessions().where("user_id", "=", userId).orderBy("id", "desc").limit(limit).execute()
      return rows.map(toObject)
    },

    async listOfKey(key, limit) {
      const own =
        "rootKeyId" in key
          ? sessions().where("root_key_id", "=", key.rootKeyId)
          : sessions().where("operator_key_hash", "=", key.operatorKeyHash)
      return (await own.orderBy("id", "desc").limit(limit).execute()).map(toObject)
    },

    async insert(session) {
      await db.insertInto("sessions").values(toRow(session)).execute()
    },

    async delete(id) {
      const rows = await db.deleteFrom("sessions").where("id", "=", id).returning("id").execute()
      return rows.length > 0
    },

    async deleteOfUser(userId, exceptId) {
      let query = db.deleteFrom("sessions").where("user_id", "=", userId)
      if (exceptId !== undefined) query = query.where("id", "<>", exceptId)
      return (await query.returning("id").execute()).map(({ id }) => id)
    },
  }
}

const { toRow, toObject } = conversionFor(tables.sessions)

export function sessionUpkeep(engine: Engine): SessionUpkeep {
  return {
    noteUse: (id, now) =>
      engine.write([sql`update sessions set last_used_at = ${now} where id = ${id} and last_used_at < ${now}`]),
    deleteExpired: (now) =>
      engine.write([...expiringTables].map((name) => sql`delete from ${sql.table(name)} where expires <= ${now}`)),
  }
}
