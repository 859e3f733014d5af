import { sql } from "kysely"
import type { Usage, UsageWrites } from "../store.ts"
import type { Engine } from "./engine.ts"
import { inChunks } from "./grouped.ts"
import type { Database } from "./schema.ts"

export function usageWrites(engine: Engine): UsageWrites {
  return {
    add(usage) {
      return engine.transaction(async (db) => {
        await touchKeys(db, usage.keys)
        await touchRootKeys(db, usage.rootKeys)
        await addVerifications(db, usage.verifications)
        await addMonths(db, usage.months)
      })
    },

    async verificationsIn(workspaceId, month) {
      const row = await engine.pointReader
        .selectFrom("verification_counts")
        .select("count")
        .where("workspace_id", "=", workspaceId)
        .where("month", "=", month)
        .executeTakeFirst()
      return row?.count ?? 0
    },

    admitVerification(workspaceId, month, limit) {
      if (limit < 1) return Promise.resolve(false)
      return engine.transaction(async (db) => {
        const row = await db
          .insertInto("verification_counts")
          .values({ workspace_id: workspaceId, month, count: 1 })
          .onConflict((conflict) =>
            conflict
              .columns(["workspace_id", "month"])
              .doUpdateSet({ count: sql`verification_counts.count + 1` })
              .where("verification_counts.count", "<", limit),
          )
          .returning("count")
          .executeTakeFirst()
        return row !== undefined
      })
    },
  }
}

/** A key may have been erased since it was used; its usage went with it. */
async function touchKeys(db: Database, keys: Usage["keys"]): Promise<void> {
  for (const chunk of inChunks([...keys].sort())) {
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
}

async function touchRootKeys(db: Database, rootKeys: Usage["rootKeys"]): Promise<void> {
  for (const chunk of inChunks([...rootKeys].sort())) {
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
}

async function addVerifications(db: Database, tallies: Usage["verifications"]): Promise<void> {
  for (const chunk of inChunks(tallies)) {
    await db
      .insertInto("verifications")
      .values(chunk.map(({ keyId, hour, code, tags, count }) => ({ key_id: keyId, hour, code, tags, count })))
      .onConflict((conflict) =>
        conflict
          .columns(["key_id", "hour", "code", "tags"])
          .doUpdateSet({ count: sql`verifications.count + excluded.count` }),
      )
      .execute()
  }
}

async function addMonths(db: Database, months: Usage["months"]): Promise<void> {
  for (const chunk of inChunks(months)) {
    await db
      .insertInto("verification_counts")
      .values(chunk.map(({ workspaceId, month, count }) => ({ workspace_id: workspaceId, month, count })))
      .onConflict((conflict) =>
        conflict
          .columns(["workspace_id", "month"])
          .doUpdateSet({ count: sql`verification_counts.count + excluded.count` }),
      )
      .execute()
  }
}
