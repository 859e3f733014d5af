import { sql } from "kysely"
import { hourMs } from "../../../core/durations.ts"
import { dayOf } from "../../../core/usage-period.ts"
import type { Engine } from "../engine.ts"
import type { ResultRow } from "../schema/schema.ts"
import { increased } from "./adding-tallies.ts"

/** Smaller than other steps, because a label may have 10 kB. */
const rowsPerStep = 200

type LabelRow = ResultRow<{
  scope_number: number
  period: number
  key_number: number
  identity_number: number
  label_hash: string
  outcome: string
  label: string
  count: number
}>

const columns = {
  scope_number: "integer",
  period: "integer",
  key_number: "integer",
  identity_number: "integer",
  label_hash: "text",
  outcome: "text",
  label: "text",
  count: "integer",
} as const

/** Moves counts of finished hours to their day, and returns whether more may remain. */
export function rollUpLabels(engine: Engine, before: number): Promise<boolean> {
  return engine.transaction(async (db) => {
    for (const lock of engine.dialect.lockNames(["usage/roll-up"])) await lock.execute(db)
    const locking = sql.raw(engine.name === "postgres" ? "for update skip locked" : "")
    const ofPlaces = sql.raw(engine.name === "postgres" ? "for update of p skip locked" : "")
    const { rows } = await sql<LabelRow>`select * from usage_label_hours where period < ${before}
      order by period limit ${sql.lit(rowsPerStep)} ${locking}`.execute(db)
    for (const [hour, ofHour] of Map.groupBy(rows, ({ period }) => period)) {
      const given = engine.dialect.jsonRows(JSON.stringify(ofHour), columns)
      const slot = `s${(hour - dayOf(hour)) / hourMs}`
      await sql`insert into usage_label_days
        (scope_number, period, key_number, identity_number, label_hash, outcome, label, ${sql.raw(slot)})
        select scope_number, ${dayOf(hour)}, key_number, identity_number, label_hash, outcome, label, count
        from ${given} as r where true order by scope_number, key_number, identity_number, label_hash, outcome
        on conflict (scope_number, period, key_number, identity_number, label_hash, outcome)
          do update set ${sql.raw(increased("usage_label_days", slot))}`.execute(db)
      await sql`delete from usage_label_hours
        where (scope_number, period, key_number, label_hash, identity_number, outcome) in
          (select scope_number, period, key_number, label_hash, identity_number, outcome from ${given} as r)`.execute(
        db,
      )
      // Late counts of these keys may hold their places, and wait for these labels. Their labels end the places later.
      await sql`delete from usage_label_places where (scope_number, period, key_number) in
        (select p.scope_number, p.period, p.key_number from ${given} as r cross join usage_label_places as p
          where p.scope_number = r.scope_number and p.period = r.period and p.key_number = r.key_number ${ofPlaces})`.execute(
        db,
      )
    }
    return rows.length === rowsPerStep
  })
}
