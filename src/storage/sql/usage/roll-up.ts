import { type RawBuilder, sql } from "kysely"
import { dayMs, hourMs } from "../../../core/durations.ts"
import { dayOf, monthStartOf } from "../../../core/usage-period.ts"
import type { Engine } from "../engine.ts"
import type { Database, ResultRow } from "../schema/schema.ts"
import { addingSizes } from "./adding-sizes.ts"
import { addingToPeriod } from "./adding-tallies.ts"
import { dropManyMinutes } from "./drop-minutes.ts"

/** Rows per step. A step takes a few milliseconds, and then other writers get a turn. */
const rowsPerStep = 500

type HourRow = ResultRow<{
  scope_number: number
  period: number
  key_number: number
  identity_number: number
  outcome: string
  count: number
  rolled: number
}>

/**
 * Adds counts of finished hours to their day and month, and returns whether more may remain. Each row records how much
 * of it is added, so late counts are added later. Readers add what is still pending.
 */
export function rollUpHours(engine: Engine, before: number): Promise<boolean> {
  return engine.transaction(async (db) => {
    // Nodes roll up one after another, because they change the same days and months.
    for (const lock of engine.dialect.lockNames(["usage/roll-up"])) await lock.execute(db)
    const locking = sql.raw(engine.name === "postgres" ? "for update skip locked" : "")
    const { rows } = await sql<HourRow>`
      select scope_number, period, key_number, identity_number, outcome, count, rolled from usage_hours
      where pending = 1 and period < ${before} order by period limit ${sql.lit(rowsPerStep)} ${locking}`.execute(db)
    for (const statement of addingRows(engine, rows)) await statement.execute(db)
    if (rows.length > 0) await markRolled(engine, db, rows)
    await dropManyMinutes(db, rows)
    return rows.length === rowsPerStep
  })
}

function addingRows({ dialect }: Engine, rows: readonly HourRow[]): readonly RawBuilder<unknown>[] {
  return [...Map.groupBy(rows, ({ period }) => period)].flatMap(([hour, ofHour]) => {
    const tallies = ofHour.map((row) => ({
      scope: row.scope_number,
      key: row.key_number,
      identity: row.identity_number,
      outcome: row.outcome,
      count: row.count - row.rolled,
    }))
    const day = { table: "usage_days", period: dayOf(hour), slot: (hour - dayOf(hour)) / hourMs } as const
    const month = monthStartOf(hour)
    const ofMonth = { table: "usage_months", period: month, slot: (dayOf(hour) - month) / dayMs } as const
    return [
      addingToPeriod(dialect, day, tallies),
      addingToPeriod(dialect, ofMonth, tallies),
      ...addingSizes(dialect, month, tallies),
    ]
  })
}

async function markRolled({ dialect }: Engine, db: Database, rows: readonly HourRow[]): Promise<void> {
  const keys = rows.map(({ count: _count, rolled: _rolled, ...key }) => key)
  const given = dialect.jsonRows(JSON.stringify(keys), {
    scope_number: "integer",
    period: "integer",
    key_number: "integer",
    identity_number: "integer",
    outcome: "text",
  })
  await sql`update usage_hours set rolled = count, pending = 0
    where (scope_number, period, key_number, identity_number, outcome) in
      (select scope_number, period, key_number, identity_number, outcome from ${given} as r)`.execute(db)
}
