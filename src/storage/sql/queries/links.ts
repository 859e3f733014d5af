import type { SetupLink } from "../../../core/people.ts"
import type { LinkWrites } from "../../port/links.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

/** The row of the table `installation` that holds the link of the setup. */
const setupRow = "setup_link"

export function linkQueries(db: Database): LinkWrites {
  /** The resets whose maker is an operator now. */
  const madeByOperators = (operatorKeyHash: string) =>
    db
      .selectFrom("resets")
      .leftJoin("users as maker", "maker.id", "resets.created_by")
      .where(({ eb, or }) =>
        or([eb("maker.is_operator", "=", 1), eb("resets.operator_key_hash", "=", operatorKeyHash)]),
      )
  return {
    findSetup: () =>
      findRow(
        db.selectFrom("installation").select("value").where("name", "=", setupRow),
        ({ value }): SetupLink => JSON.parse(value),
      ),

    findReset: (hash, operatorKeyHash) =>
      findRow(madeByOperators(operatorKeyHash).selectAll("resets").where("resets.hash", "=", hash), toObject),

    async listResets({ limit, after }, { now, operatorKeyHash }) {
      let query = madeByOperators(operatorKeyHash)
        .innerJoin("users", "users.id", "resets.user_id")
        .selectAll("resets")
        .select(["users.email", "users.name", "maker.name as maker_name"])
        .where("resets.expires", ">", now)
      if (after !== undefined) query = query.where("resets.user_id", ">", after)
      const rows = await query.orderBy("resets.user_id").limit(limit).execute()
      return rows.map(({ email, name, maker_name, ...reset }) => ({
        ...toObject(reset),
        email,
        name,
        createdByName: maker_name,
      }))
    },

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

    deleteReset: async (userId) => {
      const [row] = await db.deleteFrom("resets").where("user_id", "=", userId).returningAll().execute()
      return row && toObject(row)
    },
  }
}

const { toRow, toObject } = conversionFor(tables.resets)
