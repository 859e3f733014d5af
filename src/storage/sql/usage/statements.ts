import { type RawBuilder, sql } from "kysely"
import type { UsageDimension } from "../../port/usage.ts"
import type { SqlDialect } from "../schema/dialect.ts"
import type { ResultRow } from "../schema/schema.ts"
import { identifierBound, tagBound } from "./adding-labels.ts"
import { creditsOutcome } from "./outcomes.ts"
import type { Segment } from "./segments.ts"
import { exploded, numbers, type Source, tagCount } from "./sources.ts"

/** One select of a union: the rows of a source in a segment. */
export interface Part {
  readonly source: Source
  readonly segment: Segment
  readonly groupBy: readonly UsageDimension[]
  /** How rows count by label: once, or once for each of their tags, apart or together. */
  readonly label: "none" | "tags" | "tags together" | "identifier"
  /** Only these labels, as they are in results. */
  readonly labels?: readonly string[] | undefined
  /** Whether the counts are subtracted from those of other parts. */
  readonly isNegative: boolean
}

/** A row of counts. A dimension that is not grouped by is 0 or empty. */
export type CellRow = ResultRow<{
  part: string
  period: number
  scope_number: number
  key_number: number
  identity_number: number
  label: string
  outcome: string
  /** Counts without a minute. */
  rolled: number | null
}> &
  Readonly<Record<`s${number}`, number | null>>

/** Labels in results start with this letter, so that a folded label differs from every other. */
const ownLabel = "t"
export const foldedLabel = "f"

/** The identifier behind a label of a result. */
export function identifierOf(label: string): string {
  return label === foldedLabel ? identifierBound.folded : label.slice(ownLabel.length)
}

/** Reads the counts of all parts in one statement, which sees one state of the database. */
export function cellsOf(dialect: SqlDialect, parts: readonly Part[]): RawBuilder<CellRow> {
  const width = Math.max(...parts.map(({ segment }) => columnsOf(segment).length))
  const selects = parts.map((part, index) => {
    const sums = columnsOf(part.segment).map((column) => sumOf(dialect, repeated(dialect, part, column)))
    const padded = [...sums, ...new Array<RawBuilder<unknown>>(width - sums.length).fill(unknown(dialect))]
    const columns = sql.join(padded.map((sum, column) => sql`${sum} as ${sql.raw(`s${column}`)}`))
    const grouping = dimensionsOf(part)
    const outcome = sql`t.outcome`
    const groups = sql.join([sql`t.period`, outcome, ...Object.values(grouping).filter(isGrouped)])
    return sql`select ${sql.lit(String(index))} as part, t.period as period, ${grouping.scope_number} as scope_number,
      ${grouping.key_number} as key_number, ${grouping.identity_number} as identity_number, ${grouping.label} as label,
      ${outcome} as outcome, ${withoutMinute(dialect, part.segment)} as rolled, ${columns}
      ${rowsOf(dialect, part)} group by ${groups}`
  })
  return sql<CellRow>`${sql.join(selects, sql` union all `)}`
}

export type RankedRow = ResultRow<{
  scope_number: number
  key_number: number
  identity_number: number
  label: string
  outcome: string
  count: number
}>

/** Finds the largest groups of all parts, which group by the same dimensions. */
export function rankingOf(dialect: SqlDialect, parts: readonly Part[], limit: number): RawBuilder<RankedRow> {
  const groupBy = parts[0]?.groupBy ?? []
  // Rows hold only what they are grouped by, because there may be one for every key.
  const selects = parts.map((part) => {
    const values: Readonly<Record<string, RawBuilder<unknown>>> = { ...dimensionsOf(part), outcome: sql`t.outcome` }
    const columns = groupBy.map((dimension) => {
      const column = rankedColumns[dimension]
      return sql`${values[column]} as ${sql.raw(column)}, `
    })
    const sign = sql.raw(part.isNegative ? "-" : "")
    return sql`select ${sql.join(columns, sql``)}${sign}(${total(part.segment)}) as n
      ${rowsOf(dialect, part)} and t.outcome <> ${sql.lit(creditsOutcome)}`
  })
  const columns = groupBy.map((dimension) => sql.raw(rankedColumns[dimension]))
  const groups = columns.length === 0 ? sql`` : sql`group by ${sql.join(columns)}`
  const shown = Object.entries(rankedColumns).map(([dimension, column]) => {
    const isText = column === "label" || column === "outcome"
    return sql.raw(groupBy.some((one) => one === dimension) ? column : `${isText ? "''" : "0"} as ${column}`)
  })
  return sql<RankedRow>`
    select ${sql.join(shown)}, ${sumOf(dialect, sql`n`)} as count from (${sql.join(selects, sql` union all `)}) as r
    ${groups} having ${sumOf(dialect, sql`n`)} > 0 order by ${sql.join([sql.raw("count desc"), ...columns])} limit ${sql.lit(limit)}`
}

/** The column of each dimension in a ranking. */
export const rankedColumns: Readonly<Record<UsageDimension, keyof Omit<RankedRow, "count">>> = {
  api: "scope_number",
  key: "key_number",
  identity: "identity_number",
  label: "label",
  outcome: "outcome",
}

/** A row counts once for each of its tags. */
function repeated(dialect: SqlDialect, { label }: Part, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return label === "tags together" ? sql`(${column}) * (${tagCount(dialect)})` : column
}

/** The values of a row by interval, or one value if they belong to one interval. */
function columnsOf(segment: Segment): readonly RawBuilder<unknown>[] {
  const { slots, isSummed } = segment
  return isSummed ? [total(segment)] : slots.map((slot) => sql.raw(`t.s${slot}`))
}

export function total({ table, slots }: Segment): RawBuilder<unknown> {
  if (slots.length > 0) return sql.raw(slots.map((slot) => `coalesce(t.s${slot}, 0)`).join(" + "))
  return sql.raw(table === "usage_hours" ? "t.count - t.rolled" : "t.count")
}

/** Only rows of hours with their minutes can say how much has no minute. */
function withoutMinute(dialect: SqlDialect, { table, slots }: Segment): RawBuilder<unknown> {
  if (table !== "usage_hours" || slots.length === 0) return unknown(dialect)
  const minutes = Array.from({ length: 60 }, (_, minute) => `coalesce(t.s${minute}, 0)`).join(" + ")
  return sumOf(dialect, sql.raw(`t.count - (${minutes})`))
}

/** PostgreSQL adds 64-bit integers as decimals, which is slow. Counts are below 2^53, so doubles are exact. */
export function sumOf({ engine, integer }: SqlDialect, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const added = engine === "postgres" ? sql`cast(${value} as double precision)` : value
  return sql`cast(sum(${added}) as ${sql.raw(integer)})`
}

/** PostgreSQL must know the type of every column of a union. */
function unknown({ integer }: SqlDialect): RawBuilder<unknown> {
  return sql`cast(null as ${sql.raw(integer)})`
}

const none = sql`0`
const noLabel = sql`''`

function isGrouped(column: RawBuilder<unknown>): boolean {
  return column !== none && column !== noLabel
}

export function dimensionsOf({ groupBy, label }: Part) {
  const column = (dimension: UsageDimension, name: string) => (groupBy.includes(dimension) ? sql.raw(name) : none)
  return {
    scope_number: column("api", "t.scope_number"),
    key_number: column("key", "t.key_number"),
    identity_number: column("identity", "t.identity_number"),
    label: groupBy.includes("label") ? labelOf(label) : noLabel,
  }
}

function labelOf(label: Part["label"]): RawBuilder<unknown> {
  if (label === "none" || label === "tags together") return noLabel
  const folded = label === "identifier" ? identifierBound.folded : tagBound.folded
  const text = sql.raw(label === "identifier" ? "t.label" : "e.value")
  return sql`case when t.label = ${sql.lit(folded)} then ${sql.lit(foldedLabel)} else ${sql.lit(ownLabel)} || ${text} end`
}

export function rowsOf(dialect: SqlDialect, { source, segment, label, labels }: Part): RawBuilder<unknown> {
  const { table, periods, slots } = segment
  // The plus keeps engines from using the index of pending rows, which would read all keys of the hour.
  const isPending = table === "usage_hours" && slots.length === 0 ? sql` and +t.pending = 1` : sql``
  const rows = sql`${source.where} and t.period in (${numbers(periods)})${isPending}`
  // A folded set has no tags of its own, and is a group nevertheless.
  const tags = label === "tags" ? sql` left join ${exploded(dialect)} on true` : sql``
  return sql`from ${source.from(table)}${tags} where ${rows}${labels === undefined ? sql`` : isAmong(dialect, label, labels)}`
}

function isAmong(dialect: SqlDialect, label: Part["label"], labels: readonly string[]): RawBuilder<unknown> {
  const given = dialect.jsonRows(JSON.stringify(labels.map((text) => ({ label: text }))), { label: "text" })
  return sql` and ${labelOf(label)} in (select label from ${given} as given)`
}

/** Counts rows of labels and their text, up to this many rows of each part. */
export function labelSizeOf(parts: readonly Part[], rowsAtMost: number): RawBuilder<LabelSize> {
  const selects = parts.map(({ source, segment }) => {
    const rows = sql`${source.where} and t.period in (${numbers(segment.periods)})`
    return sql`select size from (select length(t.label) as size from ${source.from(segment.table)} where ${rows}
      limit ${sql.lit(rowsAtMost)}) as limited`
  })
  return sql<LabelSize>`select count(*) as count, sum(size) as size from (${sql.join(selects, sql` union all `)}) as r`
}

/** Counts rows, up to this many of each part. */
export function rowCountOf(parts: readonly Part[], rowsAtMost: number): RawBuilder<ResultRow<{ count: number }>> {
  const selects = parts.map(({ source, segment }) => {
    const rows = sql`${source.where} and t.period in (${numbers(segment.periods)})`
    return sql`select 1 from (select t.period from ${source.from(segment.table)} where ${rows}
      limit ${sql.lit(rowsAtMost)}) as limited`
  })
  return sql`select count(*) as count from (${sql.join(selects, sql` union all `)}) as r`
}

type LabelSize = ResultRow<{ count: number; size: number | null }>
