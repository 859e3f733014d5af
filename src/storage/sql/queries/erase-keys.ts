import { inChunks, padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"

/** Deletes the rows of keys, and of balances that no other key refers to. */
export async function eraseKeys(db: Database, ids: readonly string[]): Promise<void> {
  for (const chunk of inChunks(ids)) {
    const erased = await db.deleteFrom("keys").where("id", "in", padded(chunk)).returning("balance_id").execute()
    const balanceIds = erased.flatMap(({ balance_id }) => balance_id ?? [])
    if (balanceIds.length === 0) continue
    await db
      .deleteFrom("balances")
      .where("id", "in", padded(balanceIds))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("keys").select("keys.id").whereRef("keys.balance_id", "=", "balances.id"))),
      )
      .execute()
  }
}
