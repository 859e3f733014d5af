import { type RawBuilder, sql } from "kysely"
import type { SqlDialect } from "../schema/dialect.ts"
import type { Tally, TallyGroup } from "./tally-groups.ts"

/** Builds the statement that adds these counts. Every node locks rows in the same order, which prevents deadlocks. */
export function addingTallies(dialect: SqlDialect, { hour, minute, tallies }: TallyGroup<Tally>): RawBuilder<unknown> {
  const rows = rowsOf(dialect, tallies)
  const minuteColumn = sql.raw(minute === undefined ? "" : `, s${minute}`)
  const minuteValue = sql.raw(minute === undefined ? "" : ", r.n")
  const minuteSum = sql.raw(minute === undefined ? "" : `, ${increased("usage_hours", `s${minute}`)}`)
  return sql`insert into usage_hours
    (scope_number, period, key_number, identity_number, outcome, count, rolled, pending${minuteColumn})
    select r.s, ${hour}, r.k, r.i, r.o, r.n, 0, 1${minuteValue} from ${rows} as r where true
    order by r.s, r.k, r.i, r.o
    on conflict (scope_number, period, key_number, identity_number, outcome)
      do update set count = usage_hours.count + excluded.count, pending = 1${minuteSum}`
}

/** Adds to one part of a day or month. */
export function addingToPeriod(
  dialect: SqlDialect,
  {
    table,
    period,
    slot,
  }: { readonly table: "usage_days" | "usage_months"; readonly period: number; readonly slot: number },
  tallies: readonly Tally[],
): RawBuilder<unknown> {
  const column = `s${slot}`
  return sql`insert into ${sql.table(table)}
    (scope_number, period, key_number, identity_number, outcome, ${sql.raw(column)})
    select r.s, ${period}, r.k, r.i, r.o, r.n from ${rowsOf(dialect, tallies)} as r where true
    order by r.s, r.k, r.i, r.o
    on conflict (scope_number, period, key_number, identity_number, outcome)
      do update set ${sql.raw(increased(table, column))}`
}

export function increased(table: string, column: string): string {
  return `${column} = coalesce(${table}.${column}, 0) + excluded.${column}`
}

function rowsOf(dialect: SqlDialect, tallies: readonly Tally[]): RawBuilder<unknown> {
  const rows = tallies.map(({ scope, key, identity, outcome, count }) => ({
    s: scope,
    k: key,
    i: identity,
    o: outcome,
    n: count,
  }))
  return dialect.jsonRows(JSON.stringify(rows), {
    s: "integer",
    k: "integer",
    i: "integer",
    o: "text",
    n: "integer",
  })
}
