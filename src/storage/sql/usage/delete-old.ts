import { type RawBuilder, sql } from "kysely"
import type { Engine } from "../engine.ts"
import type { ResultRow } from "../schema/schema.ts"

const rowsPerStep = 500

/** Periods that start before these times are deleted. Months stay forever. */
export interface Retention {
  readonly hoursBefore: number
  readonly daysBefore: number
}

/** Deletes a bounded number of old tallies, and returns whether more may remain. */
export async function deleteOldTallies(engine: Engine, { hoursBefore, daysBefore }: Retention): Promise<boolean> {
  const scope = await findScopeWithOldDays(engine, daysBefore)
  const steps = [
    { table: "usage_hours", key: "outcome", isOld: sql`pending = 0 and period < ${hoursBefore}` },
    ...(scope === undefined ? [] : [oldDays(scope, daysBefore)]),
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

function oldDays(scope: number, before: number): Step {
  return { table: "usage_days", key: "outcome", isOld: sql`scope_number = ${scope} and period < ${before}` }
}

/** Days have no index by period, which would take half as much space as they do. Their key visits each scope once. */
async function findScopeWithOldDays({ reader }: Engine, before: number): Promise<number | undefined> {
  const scopes = sql<ResultRow<{ number: number }>>`
    with recursive scopes (number) as (
      select min(scope_number) from usage_days
      union all
      select (select min(d.scope_number) from usage_days as d where d.scope_number > scopes.number)
      from scopes where scopes.number is not null
    )
    select number from scopes where exists
      (select 1 from usage_days as d where d.scope_number = scopes.number and d.period < ${before}) limit 1`
  return (await scopes.execute(reader)).rows[0]?.number
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
