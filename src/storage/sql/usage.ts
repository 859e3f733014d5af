import { sql } from "kysely"
import type { UsageWrites } from "../store.ts"
import type { Engine } from "./engine.ts"
import { inChunks } from "./grouped.ts"

export function usageWrites(engine: Engine): UsageWrites {
  return {
    touch({ keys, rootKeys }) {
      return engine.transaction(async (db) => {
        for (const chunk of inChunks([...keys])) {
          // A key may have been erased since it was used; its usage went with it.
          const ids = chunk.map(([id]) => id)
          const rows = await db.selectFrom("keys").select("id").where("id", "in", ids).execute()
          const left = new Set(rows.map(({ id }) => id))
          const used = chunk.filter(([id]) => left.has(id)).map(([id, at]) => ({ key_id: id, last_used_at: at }))
          if (used.length === 0) continue
          await db
            .insertInto("key_usage")
            .values(used)
            .onConflict((conflict) =>
              conflict
                .column("key_id")
                .doUpdateSet({ last_used_at: sql`excluded.last_used_at` })
                .whereRef("key_usage.last_used_at", "<", sql`excluded.last_used_at`),
            )
            .execute()
        }
        for (const chunk of inChunks([...rootKeys])) {
          await db
            .insertInto("root_key_usage")
            .values(chunk.map(([id, at]) => ({ root_key_id: id, last_used_at: at })))
            .onConflict((conflict) =>
              conflict
                .column("root_key_id")
                .doUpdateSet({ last_used_at: sql`excluded.last_used_at` })
                .whereRef("root_key_usage.last_used_at", "<", sql`excluded.last_used_at`),
            )
            .execute()
        }
      })
    },
  }
}
