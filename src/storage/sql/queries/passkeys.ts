import type { PasskeyWrites } from "../../port/sign-in.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

export function passkeyQueries(db: Database): PasskeyWrites {
  const passkeys = () => db.selectFrom("passkeys").selectAll()
  return {
    find: (id) => findRow(passkeys().where("id", "=", id), toObject),
    findByCredentialId: (credentialId) => findRow(passkeys().where("credential_id", "=", credentialId), toObject),

    async listOfUser(userId) {
      return (await passkeys().where("user_id", "=", userId).orderBy("id").execute()).map(toObject)
    },

    async insert(passkey) {
      await db.insertInto("passkeys").values(toRow(passkey)).execute()
    },

    async noteUse(id, { counter, isBackedUp, now }) {
      const rows = await db
        .updateTable("passkeys")
        .set({ counter, is_backed_up: isBackedUp ? 1 : 0, last_used_at: now })
        .where("id", "=", id)
        .where("counter", counter === 0 ? "=" : "<", counter)
        .returning("id")
        .execute()
      return rows.length > 0
    },

    async delete(id) {
      return (await db.deleteFrom("passkeys").where("id", "=", id).returning("id").execute()).length > 0
    },

    async deleteOfUser(userId) {
      return (await db.deleteFrom("passkeys").where("user_id", "=", userId).returning("id").execute()).length
    },
  }
}

const { toRow, toObject } = conversionFor(tables.passkeys)
