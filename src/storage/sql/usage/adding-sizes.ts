import { type RawBuilder, sql } from "kysely"
import type { SqlDialect } from "../schema/dialect.ts"
import { creditsOutcome } from "./outcomes.ts"
import type { Tally } from "./tally-groups.ts"

/** Adds to the sizes of keys and identities in a month. */
export function addingSizes(
  dialect: SqlDialect,
  month: number,
  tallies: readonly Tally[],
): readonly RawBuilder<unknown>[] {
  const rows = sizesOf(tallies)
  if (rows.length === 0) return []
  const given = dialect.jsonRows(JSON.stringify(rows), { s: "integer", f: "integer", m: "integer", n: "integer" })
  const total = sql`usage_sizes.total + excluded.total`
  return [
    sql`insert into usage_sizes (scope_number, period, is_identity, number, total, size)
      select r.s, ${month}, r.f, r.m, r.n, 2 * r.n from ${given} as r where true order by r.s, r.f, r.m
      on conflict (scope_number, period, is_identity, number) do update set total = ${total},
        size = case when ${total} > usage_sizes.size then 2 * (${total}) else usage_sizes.size end`,
  ]
}

interface Size {
  readonly s: number
  readonly f: 0 | 1
  readonly m: number
  n: number
}

/** A statement cannot change a row twice, so equal numbers are added up. Totals and credits have no size. */
function sizesOf(tallies: readonly Tally[]): readonly Size[] {
  const sizes = new Map<string, Size>()
  for (const { scope, key, identity, outcome, count } of tallies) {
    if (key === 0 || outcome === creditsOutcome || count <= 0) continue
    for (const [f, m] of [
      [0, key],
      [1, identity],
    ] as const) {
      const name = `${scope}/${f}/${m}`
      const size = sizes.get(name) ?? { s: scope, f, m, n: 0 }
      size.n += count
      sizes.set(name, size)
    }
  }
  return [...sizes.values()]
}
