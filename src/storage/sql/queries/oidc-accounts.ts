import type { OidcAccountWrites } from "../../port/sign-in.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

export function oidcAccountQueries(db: Database): OidcAccountWrites {
  const accounts = () => db.selectFrom("oidc_accounts").selectAll()
  return {
    find: (issuer, subject) =>
      findRow(accounts().where("issuer", "=", issuer).where("subject", "=", subject), toObject),

    async listOfUser(userId) {
      return (await accounts().where("user_id", "=", userId).orderBy("issuer").execute()).map(toObject)
    },

    async insert(account) {
      await db.insertInto("oidc_accounts").values(toRow(account)).execute()
    },

    async delete(userId, issuer) {
      const deleting = db.deleteFrom("oidc_accounts").where("user_id", "=", userId).where("issuer", "=", issuer)
      return (await deleting.returning("subject").execute()).length > 0
    },

    async deleteOfUser(userId) {
      return (await db.deleteFrom("oidc_accounts").where("user_id", "=", userId).returning("subject").execute()).length
    },

    async exclude(hashes, now) {
      for (const hash of hashes) {
        await db
          .insertInto("oidc_exclusions")
          .values({ hash, created_at: now })
          .onConflict((conflict) => conflict.column("hash").doNothing())
          .execute()
      }
    },

    async isExcluded(hashes) {
      const rows = await db.selectFrom("oidc_exclusions").select("hash").where("hash", "in", hashes).limit(1).execute()
      return rows.length > 0
    },
  }
}

const { toRow, toObject } = conversionFor(tables.oidc_accounts)
