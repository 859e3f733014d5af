import { type RawBuilder, sql } from "kysely"
import type { MonthTally, UsageWrites, VerificationTally } from "../store.ts"
import type { Engine } from "./engine.ts"
import { inChunks } from "./grouped.ts"

export function usageWrites(engine: Engine): UsageWrites {
  const addInChunks = async <Row>(rows: readonly Row[], statement: (json: string) => RawBuilder<unknown>) => {
    // A transaction for each chunk, so that spends wait for one chunk at most.
    for (const chunk of inChunks(rows, rowsAtOnce)) {
      await engine.transaction((db) => statement(JSON.stringify(chunk)).execute(db))
    }
  }
  return {
    async add({ keys, rootKeys, verifications, months }) {
      await addInChunks([...keys].map(keyUse).sort(byKey), (json) => touchKeys(engine, json))
      await addInChunks([...rootKeys].map(keyUse).sort(byKey), (json) => touchRootKeys(engine, json))
      await addInChunks(verifications.map(verificationRow), (json) => addVerifications(engine, json))
      await addInChunks(months.map(monthRow), (json) => addMonths(engine, json))
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

const rowsAtOnce = 1_000

/** Nodes that touch the same keys at once do so in the same order. */
function byKey(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1
}

const keyUse = ([id, usedAt]: readonly [string, number]) => ({ id, used_at: usedAt })
const verificationRow = ({ keyId, hour, code, tags, count }: VerificationTally) => ({
  key_id: keyId,
  hour,
  code,
  tags,
  tally: count,
})
const monthRow = ({ workspaceId, month, count }: MonthTally) => ({ workspace_id: workspaceId, month, tally: count })

/** A key may have been erased since it was used; its usage went with it. */
function touchKeys({ words }: Engine, json: string) {
  const uses = words.jsonRows(json, { id: "text", used_at: "integer" })
  return sql`insert into key_usage (key_id, last_used_at)
    select r.id, r.used_at from ${uses} as r where exists (select 1 from keys where keys.id = r.id)
    on conflict (key_id) do update set last_used_at = excluded.last_used_at
    where key_usage.last_used_at < excluded.last_used_at`
}

function touchRootKeys({ words }: Engine, json: string) {
  const uses = words.jsonRows(json, { id: "text", used_at: "integer" })
  return sql`insert into root_key_usage (root_key_id, last_used_at)
    select r.id, r.used_at from ${uses} as r where true
    on conflict (root_key_id) do update set last_used_at = excluded.last_used_at
    where root_key_usage.last_used_at < excluded.last_used_at`
}

function addVerifications({ words }: Engine, json: string) {
  const tallies = words.jsonRows(json, {
    key_id: "text",
    hour: "integer",
    code: "text",
    tags: "text",
    tally: "integer",
  })
  return sql`insert into verifications (key_id, hour, code, tags, count)
    select r.key_id, r.hour, r.code, r.tags, r.tally from ${tallies} as r where true
    on conflict (key_id, hour, code, tags) do update set count = verifications.count + excluded.count`
}

function addMonths({ words }: Engine, json: string) {
  const tallies = words.jsonRows(json, { workspace_id: "text", month: "text", tally: "integer" })
  return sql`insert into verification_counts (workspace_id, month, count)
    select r.workspace_id, r.month, r.tally from ${tallies} as r where true
    on conflict (workspace_id, month) do update set count = verification_counts.count + excluded.count`
}
