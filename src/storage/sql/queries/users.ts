import type { UserWrites } from "../../port/people.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { searching } from "./search.ts"

export function userQueries(db: Database): UserWrites {
  const users = () => db.selectFrom("users").selectAll()
  return {
    find: (id) => findRow(users().where("id", "=", id), toObject),
    findByEmail: (email) => findRow(users().where("email", "=", email), toObject),

    async list({ limit, after, search }) {
      let query = users()
      if (after !== undefined) query = query.where("id", ">", after)
      if (search !== undefined) query = query.where(searching(search, "id", "email", "name"))
      return (await query.orderBy("id").limit(limit).execute()).map(toObject)
    },

    async exist() {
      return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined
    },

    async findPasswordHash(userId) {
      const row = await db.selectFrom("user_passwords").select("hash").where("user_id", "=", userId).executeTakeFirst()
      return row?.hash
    },

    async insert(user) {
      await db.insertInto("users").values(toRow(user)).execute()
    },

    async update(user) {
      await db.updateTable("users").set(toRow(user)).where("id", "=", user.id).execute()
    },

    async delete(id) {
      await db.deleteFrom("users").where("id", "=", id).execute()
    },

    async setPasswordHash(userId, hash, now) {
      await db
        .insertInto("user_passwords")
        .values({ user_id: userId, hash, changed_at: now })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, changed_at: now }))
        .execute()
    },
  }
}

const { toRow, toObject } = conversionFor(tables.users)
