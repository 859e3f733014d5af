import { sql } from "kysely"
import type { NoticeUpkeep, NoticeWatch, NoticeWrites } from "../../port/notices.ts"
import type { Engine } from "../engine.ts"
import { inChunks, padded } from "../schema/rows.ts"
import type { Database, KeyRow, ResultRow } from "../schema/schema.ts"
import { givenAtMost, givenTexts } from "../statements/given-texts.ts"
import { takeDuty } from "./duties.ts"
import { settingsIn } from "./workspaces.ts"

const deletedAtOnce = 1_000

export function noticeQueries(db: Database): NoticeWrites {
  return {
    async mark({ workspaceId, kind, marks, until }) {
      const added: string[] = []
      for (const chunk of inChunks(marks, givenAtMost)) {
        // SQLite needs the condition: without one, `on` would belong to a join.
        const { rows } = await sql<{ mark: string }>`insert into notice_marks (workspace_id, kind, mark, expires_at)
          select cast(${workspaceId} as text), cast(${kind} as text), given.value, cast(${until} as bigint) from ${givenTexts(db, chunk)} where true
          on conflict do nothing returning mark`.execute(db)
        added.push(...rows.map(({ mark }) => mark))
      }
      return added
    },

    findWatermark: () => findWatermark(db),
  }
}

/** A row of `installation`, because it is one fact about the whole database. */
const watermark = "notices_told_until"

async function findWatermark(db: Database): Promise<number | undefined> {
  const row = await db.selectFrom("installation").select("value").where("name", "=", watermark).executeTakeFirst()
  return row && Number(row.value)
}

export function noticeWatch(engine: Engine): NoticeWatch {
  const { reader } = engine
  return {
    takeDuty: async (node) => (await takeDuty(engine, "notices", node)) !== undefined,

    async findWatermark(begin) {
      const known = await findWatermark(reader)
      if (known !== undefined) return known
      return engine.transaction(async (db) => {
        const row = { name: watermark, value: String(begin) }
        await db
          .insertInto("installation")
          .values(row)
          .onConflict((conflict) => conflict.column("name").doNothing())
          .execute()
        return (await findWatermark(db)) ?? begin
      })
    },

    moveWatermark: (from, to) =>
      engine.transaction(async (db) => {
        const row = db.updateTable("installation").where("name", "=", watermark).where("value", "=", String(from))
        await row.set({ value: String(to) }).execute()
      }),

    async listExpiringDays() {
      const rows = await reader.selectFrom("workspaces").select("notices").distinct().execute()
      return [...new Set(rows.flatMap(({ notices }) => settingsIn(notices).expiringDays))]
    },

    async listFailing(since, until) {
      const rows = await reader
        .selectFrom("webhook_states")
        .innerJoin("webhooks", "webhooks.id", "webhook_states.webhook_id")
        .select(["webhooks.id", "webhooks.workspace_id", "webhook_states.failing_since"])
        .where("webhook_states.failing_since", ">", since)
        .where("webhook_states.failing_since", "<=", until)
        .where("webhooks.enabled", "=", 1)
        .where("webhooks.deleted_at", "is", null)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        workspaceId: row.workspace_id,
        failingSince: row.failing_since ?? until,
      }))
    },

    async listCounted(months) {
      const rows = await reader
        .selectFrom("verification_counts")
        .select("workspace_id")
        .distinct()
        .where("month", "in", padded(months))
        .orderBy("workspace_id")
        .execute()
      return rows.map(({ workspace_id }) => workspace_id)
    },

    async listExpiring(kind, { after, until, limit }) {
      const { name, api } = expiringTables[kind]
      const { rows } = await sql<ResultRow<ExpiringRow>>`
        select id, workspace_id, ${sql.raw(api)} as api_id, expires, created_at, updated_at, enabled from ${sql.table(name)}
        where (expires, id) > (${after.expires}, ${after.id}) and expires <= ${until}
          and expires is not null and deleted_at is null
        order by expires, id limit ${limit}`.execute(reader)
      return rows.map(({ workspace_id, api_id, created_at, updated_at, enabled, ...row }) => ({
        ...row,
        ...{ workspaceId: workspace_id, apiId: api_id, createdAt: created_at, updatedAt: updated_at },
        enabled: enabled === 1,
      }))
    },
  }
}

const expiringTables = { key: { name: "keys", api: "api_id" }, root_key: { name: "root_keys", api: "null" } } as const

type ExpiringRow = Pick<KeyRow, "id" | "workspace_id" | "created_at" | "updated_at" | "enabled"> & {
  readonly api_id: string | null
  readonly expires: number
}

export function noticeUpkeep(engine: Engine): NoticeUpkeep {
  return {
    deleteExpired: (now) =>
      engine.transaction(async (db) => {
        const expired = db
          .selectFrom("notice_marks")
          .select(["workspace_id", "kind", "mark"])
          .where("expires_at", "<=", now)
          .limit(deletedAtOnce)
        const deleted = await sql`delete from notice_marks where (workspace_id, kind, mark) in (${expired})
          returning mark`.execute(db)
        return deleted.rows.length === deletedAtOnce
      }),
  }
}
