import { sql } from "kysely"
import type { Database, ResultRow } from "../schema/schema.ts"
import { coarseOutcome } from "./outcomes.ts"
import { numbers } from "./sources.ts"

/** Rows with minutes that are kept per workspace and hour. A row counts one outcome of a key. */
export const minuteRowsPerHour = 10_000

/** An hour of keys of an API. */
interface RolledHour {
  readonly scope_number: number
  readonly period: number
  readonly key_number: number
}

/**
 * Bounds the minutes of each workspace that these rows belong to. The oldest APIs and keys keep theirs, and so do the
 * totals, because their key number is 0.
 */
export async function dropManyMinutes(db: Database, rolled: readonly RolledHour[]): Promise<void> {
  const ofKeys = rolled.filter(({ key_number }) => key_number !== 0)
  const apis = await apisBeside(db, [...new Set(ofKeys.map(({ scope_number }) => scope_number))])
  const hours = new Map<string, { readonly scopes: readonly number[]; readonly period: number }>()
  for (const { scope_number, period } of ofKeys) {
    const scopes = apis.get(scope_number) ?? [scope_number]
    hours.set(`${scopes[0]}/${period}`, { scopes, period })
  }
  for (const { scopes, period } of hours.values()) await dropBeyond(db, scopes, period)
}

/** Returns the APIs of the same workspace, ascending, for each API. */
async function apisBeside(db: Database, scopes: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<ResultRow<{ scope_number: number; number: number }>>`
    select s.number as scope_number, a.number as number from usage_names as s cross join usage_names as a
    where s.number in (${numbers(scopes)}) and a.workspace_id = s.workspace_id and a.id >= 'api_' and a.id < 'api~'
    order by a.number`.execute(db)
  const beside = Map.groupBy(rows, ({ scope_number }) => scope_number)
  return new Map([...beside].map(([scope, found]) => [scope, found.map(({ number }) => number)]))
}

async function dropBeyond(db: Database, scopes: readonly number[], period: number): Promise<void> {
  const ofHour = sql`scope_number in (${numbers(scopes)}) and period = ${period} and key_number <> 0`
  const { rows } = await sql<ResultRow<{ scope_number: number; key_number: number }>>`
    select scope_number, key_number from usage_hours where ${ofHour}
    order by scope_number, key_number, identity_number, outcome
    limit 1 offset ${sql.lit(minuteRowsPerHour)}`.execute(db)
  const [first] = rows
  if (first === undefined) return
  const later = scopes.filter((scope) => scope > first.scope_number)
  const dropped = await sql<ResultRow<{ scope_number: number }>>`delete from usage_hours
    where period = ${period} and pending = 0 and key_number <> 0
      and (scope_number in (${numbers(later)})
        or scope_number = ${first.scope_number} and key_number >= ${first.key_number})
    returning scope_number`.execute(db)
  for (const scope of new Set(dropped.rows.map(({ scope_number }) => scope_number))) {
    await sql`insert into usage_hours
      (scope_number, period, key_number, identity_number, outcome, count, rolled, pending)
      values (${scope}, ${period}, 0, 0, ${coarseOutcome}, 1, 1, 0) on conflict do nothing`.execute(db)
  }
}
