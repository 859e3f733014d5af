import { type RawBuilder, sql } from "kysely"
import { foldedIdentifiers, foldedTags, identifiersPerHour, tagSetsPerHour } from "../../../core/tag-sets.ts"
import { sha256 } from "../../../secrets/hash.ts"
import type { SqlDialect } from "../schema/dialect.ts"
import type { LabelledTally, TallyGroup } from "./tally-groups.ts"

/** How many labels of one key and hour are counted separately, and the label that replaces the others. */
export interface LabelBound {
  readonly most: number
  readonly folded: string
}

export const tagBound: LabelBound = { most: tagSetsPerHour, folded: foldedTags }
export const identifierBound: LabelBound = { most: identifiersPerHour, folded: foldedIdentifiers }

/**
 * Keeps labels that are stored or fit into their hour, and merges the rest. The first statement locks the keys. The next
 * one gives each new label a place, and the last one reads which places these are.
 */
export function addingLabels(
  dialect: SqlDialect,
  { most, folded }: LabelBound,
  { hour, tallies }: TallyGroup<LabelledTally>,
): readonly RawBuilder<unknown>[] {
  const owners = [...new Set(tallies.map(({ scope, key }) => `${hour}/${scope}/${key}`))]
  const foldedHash = sha256(folded)
  // A label may be stored under another identity of the key, and needs no place then. As `not exists`, this would be a
  // join, for which PostgreSQL may read all labels of the hour.
  const fresh = sql`given as materialized (select * from ${rowsOf(dialect, tallies)} as all_given),
    fresh as materialized (
      select distinct g.s, g.k, g.label_hash from given as g
      where g.label_hash <> ${foldedHash} and (
        select v.count from usage_label_hours as v
        where v.scope_number = g.s and v.period = ${hour} and v.key_number = g.k and v.label_hash = g.label_hash
        limit 1) is null
    )`
  const placing = sql`insert into usage_label_places (scope_number, period, key_number, asked)
    select r.s, ${hour}, r.k, r.n from
      (with ${fresh} select s, k, count(*) as n from fresh group by s, k) as r where true
    order by r.s, r.k
    on conflict (scope_number, period, key_number) do update set asked = usage_label_places.asked + excluded.asked`
  const rows = sql`(
    with ${fresh},
    placed as materialized (
      select f.s, f.k, f.label_hash, (
          select h.asked from usage_label_places as h
          where h.scope_number = f.s and h.period = ${hour} and h.key_number = f.k
        ) - count(*) over (partition by f.s, f.k)
          + row_number() over (partition by f.s, f.k order by f.label_hash) as place
      from fresh as f
    ),
    decided as (
      select g.s, g.k, g.i, g.o, g.n,
        case when p.place > ${sql.lit(most)} then ${foldedHash} else g.label_hash end as label_hash,
        case when p.place > ${sql.lit(most)} then ${sql.lit(folded)} else g.label end as label
      from given as g left join placed as p on p.s = g.s and p.k = g.k and p.label_hash = g.label_hash
    )
    select s, k, i, o, label_hash, min(label) as label, cast(sum(n) as ${sql.raw(dialect.integer)}) as n
    from decided group by s, k, i, o, label_hash)`
  const adding = sql`insert into usage_label_hours
    (scope_number, period, key_number, label_hash, identity_number, outcome, label, count)
    select r.s, ${hour}, r.k, r.label_hash, r.i, r.o, r.label, r.n from ${rows} as r where true
    order by r.s, r.k, r.label_hash, r.i, r.o
    on conflict (scope_number, period, key_number, label_hash, identity_number, outcome)
      do update set count = usage_label_hours.count + excluded.count`
  return [...dialect.lockNames(owners), placing, adding]
}

function rowsOf(dialect: SqlDialect, tallies: readonly LabelledTally[]): RawBuilder<unknown> {
  const rows = tallies.map(({ scope, key, identity, outcome, label, count }) => ({
    s: scope,
    k: key,
    i: identity,
    o: outcome,
    label_hash: sha256(label),
    label,
    n: count,
  }))
  return dialect.jsonRows(JSON.stringify(rows), {
    s: "integer",
    k: "integer",
    i: "integer",
    o: "text",
    label_hash: "text",
    label: "text",
    n: "integer",
  })
}
