import type { OidcAccountWrites } from "../port/sign-in.ts"
import { conversionFor } from "./conversion.ts"
import { findRow } from "./rows.ts"
import type { Database } from "./schema.ts"
import { tables } from "./tables.ts"

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
  }
}

const { toRow, toObject } = conversionFor(tables.oidc_accounts)
