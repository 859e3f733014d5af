import { type RawBuilder, sql } from "kysely"
import type { Engine } from "../engine.ts"
import type { ResultRow } from "../schema.ts"

const rowsPerStep = 500

/** Periods that start before these times are deleted. Months stay for ever. */
export interface Retention {
  readonly hoursBefore: number
  readonly daysBefore: number
}

/** Deletes a bounded number of old tallies, and returns whether more may remain. */
export async function deleteOldTallies(engine: Engine, { hoursBefore, daysBefore }: Retention): Promise<boolean> {
  const steps = [
    { table: "usage_hours", key: "outcome", isOld: sql`pending = 0 and period < ${hoursBefore}` },
    { table: "usage_days", key: "outcome", isOld: sql`period < ${daysBefore}` },
    { table: "usage_label_days", key: "label_hash, outcome", isOld: sql`period < ${daysBefore}` },
  ]
  for (const step of steps) if (await deleteSome(engine, step)) return true
  return false
}

interface Step {
  readonly table: string
  readonly key: string
  readonly isOld: RawBuilder<unknown>
}

/** Looks first, because a node without work must not wait for the writer. */
async function deleteSome(engine: Engine, { table, key, isOld }: Step): Promise<boolean> {
  const some = sql<ResultRow<{ period: number }>>`select period from ${sql.table(table)} where ${isOld} limit 1`
  const { rows } = await some.execute(engine.reader)
  if (rows.length === 0) return false
  const columns = sql.raw(`scope_number, period, key_number, identity_number, ${key}`)
  await engine.write([
    sql`delete from ${sql.table(table)} where (${columns}) in
      (select ${columns} from ${sql.table(table)} where ${isOld} order by period limit ${sql.lit(rowsPerStep)})`,
  ])
  return true
}
