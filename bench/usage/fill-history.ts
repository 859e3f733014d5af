import { sql } from "kysely"
import { dayMs, hourMs } from "../../src/core/durations.ts"
import { dayOf, hourOf, monthStartOf } from "../../src/core/usage-period.ts"
import type { Engine } from "../../src/storage/sql/engine.ts"

export interface History {
  readonly workspaceId: string
  readonly apiId: string
  readonly keyCount: number
  readonly days: number
  readonly now: number
}

/** The identity with the most keys of the history. */
export const busyIdentity = "id_bench_0"
const keysPerIdentity = 5
/** Keys with minutes per hour, as the roll-up keeps them. */
const keysWithMinutes = 10_000

/**
 * Writes counts of past days for many keys straight into the tables. Few keys are busy and many are not: the key of
 * rank r has about 20,000 / r verifications a day, and at least 3.
 */
export async function fillHistory(engine: Engine, history: History): Promise<void> {
  const { workspaceId, apiId, keyCount, days, now } = history
  const today = dayOf(now)
  const isSqlite = engine.name === "sqlite"
  const ranks = isSqlite
    ? `(with recursive c(r) as (select 1 union all select r + 1 from c where r < ${keyCount}) select r from c)`
    : `(select generate_series(1, ${keyCount}) as r)`
  const run = (text: string) => execute(engine, text)
  const one = async (id: string) => {
    const { rows } = await sql<{ number: number | string }>`select number from usage_names where id = ${id}`.execute(
      engine.reader,
    )
    return Number(rows[0]?.number)
  }
  await run(`insert into usage_names (workspace_id, id) values ('${workspaceId}', '${workspaceId}'), ('${workspaceId}', '${apiId}')
    on conflict do nothing`)
  const [workspace, api] = [await one(workspaceId), await one(apiId)]
  await run(`insert into usage_names (workspace_id, id, parent_number)
    select '${workspaceId}', 'key_bench_' || r, ${api} from ${ranks} as ranks`)
  await run(`insert into usage_names (workspace_id, id)
    select '${workspaceId}', 'id_bench_' || (r - 1) from ${ranks} as ranks where r <= ${keyCount / keysPerIdentity}`)
  const first = await one("key_bench_1")
  const identity = await one(busyIdentity)
  const rank = `(k.number - ${first} + 1)`
  // Neighbouring ranks belong to different customers, so that each customer has keys of every size.
  const owner = `(${identity} + ${rank} % ${keyCount / keysPerIdentity})`
  await run(`insert into usage_owners (identity_number, scope_number, key_number)
    select ${owner}, ${api}, k.number from usage_names as k where k.parent_number = ${api}`)
  const share = isSqlite ? "(abs(random()) % 100)" : "floor(random() * 100)"
  const integer = engine.dialect.integer
  const starts = Array.from({ length: days }, (_, index) => today - (days - 1 - index) * dayMs)
  for (const [month, ofMonth] of Map.groupBy(starts, (day) => monthStartOf(day))) {
    const slots = ofMonth.map((day) => (day - month) / dayMs)
    const columns = slots.map((slot) => `s${slot}`).join(", ")
    for (const [outcome, divisor, which] of [
      ["VALID", 1, "true"],
      ["RATE_LIMITED", 10, `${rank} % 10 = 0`],
      ["EXPIRED", 20, `${rank} % 50 = 0`],
    ] as const) {
      const count = `cast((20000 / ${rank} + 3) * (50 + ${share}) / 100 / ${divisor} + 1 as ${integer})`
      await run(`insert into usage_months (scope_number, period, key_number, identity_number, outcome, ${columns})
        select ${api}, ${month}, k.number, ${owner}, '${outcome}', ${slots.map(() => count).join(", ")}
        from usage_names as k where k.parent_number = ${api} and ${which}`)
    }
    for (const day of ofMonth) await fillDay(engine, { api, month, day })
  }
  await fillMinutes(engine, { api, first, until: hourOf(now) })
  for (const [table, width] of [
    ["usage_months", 31],
    ["usage_days", 24],
    ["usage_hours", 60],
  ] as const) {
    await addTotals(engine, { table, width, api, workspace })
  }
  await fillSizes(engine, api)
  if (!isSqlite) await run("analyze")
}

/** Spreads the counts of a day over its hours. */
async function fillDay(
  engine: Engine,
  { api, month, day }: { readonly api: number; readonly month: number; readonly day: number },
): Promise<void> {
  const slot = `s${(day - month) / dayMs}`
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  // A key with few verifications has them in a few hours.
  const values = hours.map((hour) => (hour === 0 ? `${slot} - 23 * (${slot} / 24)` : `nullif(${slot} / 24, 0)`))
  await execute(
    engine,
    `insert into usage_days (scope_number, period, key_number, identity_number, outcome, ${hours.map((hour) => `s${hour}`).join(", ")})
      select scope_number, ${day}, key_number, identity_number, outcome, ${values.join(", ")} from usage_months
      where scope_number = ${api} and period = ${month} and ${slot} > 0`,
  )
}

/** The last 24 hours in minutes. */
async function fillMinutes(
  engine: Engine,
  { api, first, until }: { readonly api: number; readonly first: number; readonly until: number },
): Promise<void> {
  for (let hour = until - 24 * hourMs; hour <= until; hour += hourMs) {
    const slot = `s${(hour - dayOf(hour)) / hourMs}`
    const isCurrent = hour === until ? 1 : 0
    const minutes = Array.from({ length: 60 }, (_, minute) => `s${minute}`)
    const values = minutes.map((_, minute) => (minute === 0 ? `n - 59 * (n / 60)` : `nullif(n / 60, 0)`))
    await execute(
      engine,
      `insert into usage_hours (scope_number, period, key_number, identity_number, outcome, count, rolled, pending, ${minutes.join(", ")})
        select scope_number, ${hour}, key_number, identity_number, outcome, n, ${isCurrent ? "0" : "n"}, ${isCurrent}, ${values.join(", ")}
        from (select d.*, coalesce(${slot}, 1) as n from usage_days as d
          where scope_number = ${api} and period = ${dayOf(hour)} and key_number < ${first + keysWithMinutes}) as d`,
    )
  }
}

/** How large each key and identity is in a month. */
async function fillSizes(engine: Engine, api: number): Promise<void> {
  const days = Array.from({ length: 31 }, (_, day) => `coalesce(s${day}, 0)`).join(" + ")
  for (const [isIdentity, number] of ["key_number", "identity_number"].entries()) {
    await execute(
      engine,
      `insert into usage_sizes (scope_number, period, is_identity, number, total, size)
        select scope_number, period, ${isIdentity}, ${number}, sum(${days}), 2 * sum(${days}) from usage_months
        where scope_number = ${api} and key_number <> 0 group by scope_number, period, ${number}`,
    )
  }
}

interface Totals {
  readonly table: string
  readonly width: number
  readonly api: number
  readonly workspace: number
}

async function addTotals(engine: Engine, { table, width, api, workspace }: Totals): Promise<void> {
  const slots = Array.from({ length: width }, (_, slot) => `s${slot}`)
  const counted = table === "usage_hours" ? ["count", "rolled"] : []
  const pending = table === "usage_hours" ? { column: ", pending", value: ", max(pending)" } : { column: "", value: "" }
  const columns = [...counted, ...slots].join(", ")
  const sums = [...counted, ...slots].map((column) => `cast(sum(${column}) as ${engine.dialect.integer})`).join(", ")
  for (const scope of [workspace, api]) {
    await execute(
      engine,
      `insert into ${table} (scope_number, period, key_number, identity_number, outcome${pending.column}, ${columns})
        select ${scope}, period, 0, 0, outcome${pending.value}, ${sums} from ${table}
        where scope_number = ${api} and key_number <> 0 group by period, outcome`,
    )
  }
}

/** Without the time limit of requests. */
function execute(engine: Engine, text: string): Promise<unknown> {
  return engine.changeSchema((db) => sql.raw(text).execute(db))
}
