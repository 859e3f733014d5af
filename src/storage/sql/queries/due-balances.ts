import { type RawBuilder, type SqlBool, sql } from "kysely"
import { dayMs } from "../../../core/durations.ts"
import type { DueBalance, DueBalances, WalkPosition } from "../../port/due-balances.ts"
import type { Engine } from "../engine.ts"
import type { Database } from "../schema/schema.ts"
import { joinCurrentPlan } from "./current-plan.ts"

type Condition = RawBuilder<SqlBool>

const rowsPerStep = 2_000

/** No index serves these reads, because spends would have to maintain it. So they read by id, in short ranges. */
export function dueBalances({ reader: db }: Engine): DueBalances {
  return {
    async find({ balanceIds, identityIds }, now) {
      const [keys, identities] = await Promise.all([
        balanceIds.length === 0 ? [] : listKeys(db, sql`b.id in (${sql.join(balanceIds)})`, now),
        identityIds.length === 0 ? [] : listIdentities(db, sql`ib.identity_id in (${sql.join(identityIds)})`, now),
      ])
      return [...keys, ...identities]
    },

    async walk(position = { type: "key", after: "" }, now) {
      const { type, after } = position
      const upTo = await endOfStep(db, position)
      const column = sql.raw(type === "key" ? "b.id" : "ib.identity_id")
      const rest: Condition = sql`${column} > ${after}`
      const range: Condition = upTo === undefined ? rest : sql`${rest} and ${column} <= ${upTo}`
      const found = await (type === "key" ? listKeys : listIdentities)(db, range, now)
      if (upTo !== undefined) return { found, next: { type, after: upTo } }
      return { found, next: type === "key" ? { type: "identity", after: "" } : undefined }
    },
  }
}

/** The last id of a step; undefined if fewer rows are left. */
async function endOfStep(db: Database, { type, after }: WalkPosition): Promise<string | undefined> {
  const offset = rowsPerStep - 1
  if (type === "key") {
    const ids = db.selectFrom("balances").select("id").where("id", ">", after)
    return (await ids.orderBy("id").offset(offset).limit(1).executeTakeFirst())?.id
  }
  const ids = db.selectFrom("identity_balances").select("identity_id").where("identity_id", ">", after)
  return (await ids.orderBy("identity_id").offset(offset).limit(1).executeTakeFirst())?.identity_id
}

/** Credits that were not filled since thresholds exist are told about with their next spend only. */
const isDue = (table: "b" | "ib"): Condition => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column("fills")} > 0 and (
    (${column("remaining")} <= ${column("low_at")} and coalesce(${column("low_told")}, -1) <> ${column("fills")})
    or (${column("remaining")} = 0 and coalesce(${column("exhausted_told")}, -1) <> ${column("fills")}))`
}

async function listKeys(db: Database, range: Condition, now: number): Promise<readonly DueBalance[]> {
  const { rows } = await sql<{ id: string; workspace_id: string }>`
    select b.id, b.workspace_id from balances b
    where ${range} and (b.refill_at is null or b.refill_at > ${now}) and ${isDue("b")}
    order by b.id`.execute(db)
  return rows.map((row) => ({ type: "key", id: row.id, workspaceId: row.workspace_id }))
}

/** The beginning of a period tells whether it may still last: no month is longer than 31 days. */
async function listIdentities(db: Database, range: Condition, now: number): Promise<readonly DueBalance[]> {
  const limit = sql`coalesce(i.quota_limit, pl.quota_limit)`
  const isInPeriod = sql`ib.counted_interval = coalesce(i.quota_interval, pl.quota_interval)
      and ib.period_from > case ib.counted_interval
        when 'daily' then ${now - dayMs} when 'weekly' then ${now - 7 * dayMs}
        when 'monthly' then ${now - 31 * dayMs} else -1 end`
  /** Nobody spends credits while a quota still pays. */
  const areSpent = sql`(${limit} is null or ${limit} = 0 or (${isInPeriod} and ib.used >= ${limit}))`
  const isUnmarked = (type: string): Condition => sql`(select 1 from notice_marks m
    where m.workspace_id = i.workspace_id and m.kind = ${type}
      and m.mark = i.id || ' ' || ib.counted_interval || ' ' || cast(ib.period_from as text) || ' ' || cast(${limit} as text)
  ) is null`
  const { rows } = await sql<{ id: string; workspace_id: string }>`
    select i.id, i.workspace_id from identity_balances ib
      join identities i on i.id = ib.identity_id
      ${joinCurrentPlan({ workspaceId: "i.workspace_id", now })}
    where ${range} and i.deleted_at is null and ((${areSpent} and ${isDue("ib")}) or (
      ${isInPeriod} and ${limit} > 0 and ib.used * 5 >= ${limit} * 4
      and (${isUnmarked("identity.quota_near")} or (ib.used >= ${limit} and ${isUnmarked("identity.quota_reached")}))))
    order by i.id`.execute(db)
  return rows.map((row) => ({ type: "identity", id: row.id, workspaceId: row.workspace_id }))
}
