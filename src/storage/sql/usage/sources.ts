import { type RawBuilder, sql } from "kysely"
import { noTags } from "../../../core/tag-sets.ts"
import { sha256 } from "../../../secrets/hash.ts"
import type { UsageDimension } from "../../port/usage.ts"
import type { SqlDialect } from "../schema/dialect.ts"
import { tagBound } from "./adding-labels.ts"
import { coarseOutcome, creditsOutcome, quotaOutcome } from "./outcomes.ts"

/** A filter in numbers of usage_names. */
export type NumberedFilter =
  | {
      readonly type: "verifications"
      /** Absent before the first call of the workspace. */
      readonly workspace: number
      /** The APIs to read, and whether the request named them. */
      readonly apis: readonly number[]
      readonly isOfSomeApis: boolean
      readonly keys: readonly number[] | undefined
      readonly identities: readonly number[] | undefined
      readonly codes: readonly string[] | undefined
      readonly tag: string | undefined
    }
  | {
      readonly type: "limits"
      readonly namespaces: readonly number[]
      readonly identifiers: readonly string[] | undefined
    }

/** Rows that a query reads; `t` is the table of tallies. */
export interface Source {
  readonly isLabelled: boolean
  from(table: string): RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

/** Chooses the rows with the fewest keys: totals, rows of keys, or rows of labels. */
export function sourcesOf(
  dialect: SqlDialect,
  filter: NumberedFilter,
  groupBy: readonly UsageDimension[],
): readonly Source[] {
  if (filter.type === "limits") return [limitSource(filter, groupBy)]
  if (groupBy.includes("label") || filter.tag !== undefined) return [taggedSource(dialect, filter)]
  const isByKey = isKeyLevel(filter, groupBy)
  const isByApi = groupBy.includes("api") || filter.isOfSomeApis
  if (isByKey) return [keySource(filter), ...unknownKeys(filter)]
  if (isByApi) return [totals(filter.apis, countedOutcomes(filter.codes)), ...unknownKeys(filter)]
  return [totals([filter.workspace], countedOutcomes(filter.codes))]
}

type VerificationFilter = Extract<NumberedFilter, { readonly type: "verifications" }>

/** Whether rows of single keys are needed. */
export function isKeyLevel(filter: VerificationFilter, groupBy: readonly UsageDimension[]): boolean {
  const isNarrow = filter.keys !== undefined || filter.identities !== undefined
  return isNarrow || groupBy.includes("key") || groupBy.includes("identity")
}

/** Unknown keys have no API, key or identity, so any of these filters excludes them. */
function unknownKeys(filter: VerificationFilter): readonly Source[] {
  const { isOfSomeApis, keys, identities, codes, workspace } = filter
  if (isOfSomeApis || keys !== undefined || identities !== undefined) return []
  return codes === undefined || codes.includes("NOT_FOUND") ? [totals([workspace], ["NOT_FOUND"])] : []
}

/** Calls that a quota refused. */
export function quotaSource({ workspace }: VerificationFilter): Source {
  return totals([workspace], [quotaOutcome])
}

/** Marks of hours in which only the first keys have minutes. */
export function coarseSource({ apis }: VerificationFilter): Source {
  return totals(apis, [coarseOutcome])
}

function totals(scopes: readonly number[], outcomes: readonly string[] | undefined): Source {
  return {
    isLabelled: false,
    from: plainTable,
    where: sql`t.scope_number in (${numbers(scopes)}) and ${isTotal} and ${outcomeIn(outcomes)}`,
  }
}

/** Names every column of the key up to the outcome, so that engines need no other index. */
const isTotal = sql`t.key_number = 0 and t.identity_number = 0`

function plainTable(table: string): RawBuilder<unknown> {
  return sql`${sql.table(table)} as t`
}

function keySource(filter: VerificationFilter): Source {
  const { where, from } = ownedRows(filter)
  const isCounted = sql`t.key_number <> 0 and ${outcomeIn(countedOutcomes(filter.codes))}`
  return { isLabelled: false, from, where: sql`${where} and ${isCounted}` }
}

function taggedSource(dialect: SqlDialect, filter: VerificationFilter): Source {
  const { where, from } = ownedRows(filter)
  const isTagged =
    filter.tag === undefined
      ? sql``
      : sql` and exists (select 1 from ${exploded(dialect)} where e.value = ${filter.tag})`
  return {
    isLabelled: true,
    from,
    where: sql`${where} and t.key_number <> 0 and ${outcomeIn(countedOutcomes(filter.codes))}${isTagged}`,
  }
}

/** Narrowed by API, keys and identities. */
function ownedRows({ apis, keys, identities }: VerificationFilter): Pick<Source, "from" | "where"> {
  const ofKeys = keys === undefined ? sql`` : sql` and t.key_number in (${numbers(keys)})`
  if (identities === undefined) {
    return { from: plainTable, where: sql`t.scope_number in (${numbers(apis)})${ofKeys}` }
  }
  return {
    // The cross join makes SQLite start with the owners, so that it reads only their rows.
    from: (table) => sql`usage_owners as o cross join ${sql.table(table)} as t`,
    where: sql`o.identity_number in (${numbers(identities)}) and o.scope_number in (${numbers(apis)})
      and t.scope_number = o.scope_number and t.key_number = o.key_number
      and t.identity_number = o.identity_number${ofKeys}`,
  }
}

function limitSource(
  { namespaces, identifiers }: Extract<NumberedFilter, { readonly type: "limits" }>,
  groupBy: readonly UsageDimension[],
): Source {
  const isLabelled = identifiers !== undefined || groupBy.includes("label")
  const hashes = identifiers?.map((identifier) => sql.lit(sha256(identifier)))
  const isNamed = hashes === undefined ? sql`` : sql` and t.label_hash in (${sql.join(hashes)})`
  return {
    isLabelled,
    from: plainTable,
    where: sql`t.scope_number in (${numbers(namespaces)}) and ${isTotal} and t.outcome in ('PASSED', 'DENIED')${isNamed}`,
  }
}

/** The tags of a row of tallies, as rows of `e`. Folded sets have none. */
export function exploded(dialect: SqlDialect): RawBuilder<unknown> {
  const label = sql`case when t.label = ${sql.lit(tagBound.folded)} then '[]' else t.label end`
  if (dialect.engine === "sqlite") return sql`json_each(${label}) as e`
  return sql`json_array_elements_text(cast(${label} as json)) as e(value)`
}

/** The number of tags of a row of tallies. A folded set has none, and is a group nevertheless. */
export function tagCount({ engine }: SqlDialect): RawBuilder<unknown> {
  const length = sql.raw(
    engine === "sqlite" ? "json_array_length(t.label)" : "json_array_length(cast(t.label as json))",
  )
  return sql`case when t.label in (${sql.lit(tagBound.folded)}, ${sql.lit(noTags)}) then 1 else ${length} end`
}

/** Credits belong to valid verifications. */
function countedOutcomes(codes: readonly string[] | undefined): readonly string[] | undefined {
  return codes?.includes("VALID") ? [...codes, creditsOutcome] : codes
}

function outcomeIn(outcomes: readonly string[] | undefined): RawBuilder<unknown> {
  if (outcomes === undefined) return sql`t.outcome not in (${sql.lit(quotaOutcome)}, ${sql.lit(coarseOutcome)})`
  return sql`t.outcome in (${sql.join(outcomes.map((outcome) => sql.lit(outcome)))})`
}

/** Literals, because engines plan better if they know the values. No list is empty. */
export function numbers(values: readonly number[]): RawBuilder<unknown> {
  return sql.raw((values.length === 0 ? [-1] : values).map((value) => String(Math.trunc(value))).join(", "))
}
