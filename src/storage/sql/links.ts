import type { SetupLink } from "../../core/people.ts"
import type { LinkWrites } from "../port/links.ts"
import { conversionFor } from "./conversion.ts"
import { findRow } from "./rows.ts"
import type { Database } from "./schema.ts"
import { tables } from "./tables.ts"

/** The row of the table `installation` that holds the link of the setup. */
const setupRow = "setup_link"

export function linkQueries(db: Database): LinkWrites {
  return {
    findSetup: () =>
      findRow(
        db.selectFrom("installation").select("value").where("name", "=", setupRow),
        ({ value }): SetupLink => JSON.parse(value),
      ),

    findReset: (hash) => findRow(db.selectFrom("resets").selectAll().where("hash", "=", hash), toObject),

    async putSetup({ hash, expires }) {
      const value = JSON.stringify({ hash, expires })
      await db
        .insertInto("installation")
        .values({ name: setupRow, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute()
    },

    async deleteSetup() {
      await db.deleteFrom("installation").where("name", "=", setupRow).execute()
    },

    async putReset(reset) {
      const { user_id, ...rest } = toRow(reset)
      await db
        .insertInto("resets")
        .values({ user_id, ...rest })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(rest))
        .execute()
    },

    async deleteReset(hash) {
      const rows = await db.deleteFrom("resets").where("hash", "=", hash).returning("user_id").execute()
      return rows.length > 0
    },
  }
}

const { toRow, toObject } = conversionFor(tables.resets)
