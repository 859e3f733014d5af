import { type RawBuilder, sql } from "kysely"
import { foldedTags, noTags, tagSetsPerHour } from "../../core/tag-sets.ts"
import { sha256 } from "../../secrets/hash.ts"
import type { VerificationTally } from "../port/store.ts"
import type { SqlDialect } from "./dialect.ts"

/** Builds the statements that add these counts. Rows are locked in order, which prevents deadlocks. */
export function addingVerifications(
  dialect: SqlDialect,
  tallies: readonly VerificationTally[],
): readonly RawBuilder<unknown>[] {
  if (tallies.some(hasOwnTags)) return addTagged(dialect, tallies)
  const [first] = tallies
  if (first === undefined) return []
  if (!tallies.every((tally) => isAlike(first, tally))) return [addRows(rowsOf(dialect, tallies))]
  return [addAlike(dialect, first, JSON.stringify(tallies.map(keyTally)))]
}

function hasOwnTags({ tags }: VerificationTally): boolean {
  return tags !== noTags && tags !== foldedTags
}

function isAlike(one: VerificationTally, other: VerificationTally): boolean {
  return one.hour === other.hour && one.code === other.code && one.tags === other.tags
}

const keyTally = ({ keyId, count }: VerificationTally) => ({ key_id: keyId, tally: count })

/** Most batches hold only valid uses of one hour. Sending the shared values once halves the time. */
function addAlike(dialect: SqlDialect, { hour, code, tags }: VerificationTally, json: string) {
  const tallies = dialect.jsonRows(json, { key_id: "text", tally: "integer" })
  return sql`${intoVerifications}
    select r.key_id, ${hour}, ${code}, ${sha256(tags)}, ${tags}, r.tally from ${tallies} as r where true
    order by r.key_id ${addingUp}`
}

function rowsOf(dialect: SqlDialect, tallies: readonly VerificationTally[]): RawBuilder<unknown> {
  const rows = tallies.map(({ keyId, hour, code, tags, count }) => ({
    key_id: keyId,
    hour,
    code,
    tags_hash: sha256(tags),
    tags,
    tally: count,
  }))
  return dialect.jsonRows(JSON.stringify(rows), {
    key_id: "text",
    hour: "integer",
    code: "text",
    tags_hash: "text",
    tags: "text",
    tally: "integer",
  })
}

function addRows(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${intoVerifications}
    select r.key_id, r.hour, r.code, r.tags_hash, r.tags, r.tally from ${rows} as r where true
    order by r.key_id, r.hour, r.code, r.tags_hash ${addingUp}`
}

const intoVerifications = sql`insert into verifications (key_id, hour, code, tags_hash, tags, count)`
const addingUp = sql`on conflict (key_id, hour, code, tags_hash)
  do update set count = verifications.count + excluded.count`

/** Keeps tag sets that are stored or fit into their hour, and merges the rest. The first statement locks the key. */
function addTagged(dialect: SqlDialect, tallies: readonly VerificationTally[]): readonly RawBuilder<unknown>[] {
  const keyIds = [...new Set(tallies.map(({ keyId }) => keyId))]
  const folded = sha256(foldedTags)
  const rows = sql`(
    with given as materialized (select * from ${rowsOf(dialect, tallies)} as all_given),
    fresh as materialized (
      select distinct g.key_id, g.hour, g.tags_hash from given as g
      where g.tags not in (${sql.lit(noTags)}, ${sql.lit(foldedTags)}) and not exists (
        select 1 from verifications as v where v.key_id = g.key_id and v.hour = g.hour and v.tags_hash = g.tags_hash
          and v.tags <> '[]')
    ),
    held as materialized (
      select f.key_id, f.hour, (
        select count(distinct v.tags_hash) from verifications as v
        where v.key_id = f.key_id and v.hour = f.hour and v.tags <> '[]' and v.tags_hash <> ${folded}
      ) as sets from (select distinct key_id, hour from fresh) as f
    ),
    placed as materialized (
      select f.key_id, f.hour, f.tags_hash,
        h.sets + row_number() over (partition by f.key_id, f.hour order by f.tags_hash) as place
      from fresh as f join held as h on h.key_id = f.key_id and h.hour = f.hour
    ),
    decided as (
      select g.key_id, g.hour, g.code, g.tally,
        case when p.place > ${sql.lit(tagSetsPerHour)} then ${folded} else g.tags_hash end as tags_hash,
        case when p.place > ${sql.lit(tagSetsPerHour)} then ${sql.lit(foldedTags)} else g.tags end as tags
      from given as g
      left join placed as p on p.key_id = g.key_id and p.hour = g.hour and p.tags_hash = g.tags_hash
    )
    select key_id, hour, code, tags_hash, min(tags) as tags, cast(sum(tally) as ${sql.raw(dialect.integer)}) as tally
    from decided group by key_id, hour, code, tags_hash)`
  return [...dialect.lockNames(keyIds), addRows(rows)]
}
