import { type RawBuilder, sql } from "kysely"
import type { UsageSort } from "../../../contract/usage-lists.ts"
import type { UsageDimension, UsageListQuery } from "../../port/usage.ts"
import type { SqlDialect } from "../schema/dialect.ts"
import type { ResultRow } from "../schema/schema.ts"
import { creditsOutcome } from "./outcomes.ts"
import { dimensionsOf, type Part, rankedColumns, rowsOf, sumOf, total } from "./statements.ts"

/** The rows of the range, and of the time before. */
export interface ListedParts {
  readonly current: readonly Part[]
  readonly previous: readonly Part[]
}

/** One row has the count of all groups, also if the page has no group. */
export type ListedRow = ResultRow<{
  groups: number
  /** Of usage_names; of a group that is no label. */
  number?: number | null
  label?: string | null
  used_verifications: number
  used_credits: number
  previous_verifications: number
  previous_credits: number
  sorted_by: number
}>

/** One page of groups with their sums, and the number of all groups, in one statement that sees one state. */
export function listingOf(
  dialect: SqlDialect,
  { current, previous }: ListedParts,
  query: UsageListQuery,
): RawBuilder<ListedRow> {
  const selects = [
    ...current.map((part) => amountsOf(dialect, part, { isPrevious: false })),
    ...previous.map((part) => amountsOf(dialect, part, { isPrevious: true })),
  ]
  const sums = amounts.map((column) => sql`${sumOf(dialect, sql.raw(column))} as ${sql.raw(column)}`)
  const isUsed = sql.raw(amounts.map((column) => `${column} <> 0`).join(" or "))
  const direction = sql.raw(query.isDescending ? "desc" : "asc")
  const name = nameColumn(query.dimension)
  return sql<ListedRow>`
    with counted as materialized (
      select ${name}, ${sql.join(sums)} from (${sql.join(selects, sql` union all `)}) as r group by ${name}),
    used as materialized (
      select counted.*, ${sql.raw(values[query.sort])} as sorted_by from counted where ${isUsed})
    select t.groups, p.* from (select count(*) as groups from used) as t left join (
      select * from used ${pageOf(query)} order by sorted_by ${direction}, ${name}
      limit ${sql.lit(query.limit)} offset ${sql.lit(skippedIn(query))}) as p on true
    order by p.sorted_by ${direction}, p.${name}`
}

/** Labels have no number. */
function nameColumn(dimension: UsageDimension | undefined): RawBuilder<unknown> {
  return sql.raw(dimension === "label" ? "label" : "number")
}

const amounts = ["used_verifications", "used_credits", "previous_verifications", "previous_credits"] as const

const values: Readonly<Record<UsageSort, string>> = {
  credits: "used_credits",
  verifications: "used_verifications",
  creditsChange: "used_credits - previous_credits",
  verificationsChange: "used_verifications - previous_verifications",
}

/** A row counts verifications or credits, of the range or of the time before. */
function amountsOf(
  dialect: SqlDialect,
  part: Part,
  { isPrevious }: { readonly isPrevious: boolean },
): RawBuilder<unknown> {
  const [dimension] = part.groupBy
  const grouping: Readonly<Record<string, RawBuilder<unknown>>> = dimensionsOf(part)
  const name = sql`${grouping[dimension === undefined ? "" : rankedColumns[dimension]]} as ${nameColumn(dimension)}`
  const value = sql`${sql.raw(part.isNegative ? "-" : "")}(${total(part.segment)})`
  const isCredits = sql`t.outcome = ${sql.lit(creditsOutcome)}`
  const counts: readonly RawBuilder<unknown>[] = [
    sql`case when ${isCredits} then 0 else ${value} end`,
    sql`case when ${isCredits} then ${value} else 0 end`,
  ]
  const none = [sql`0`, sql`0`]
  const columns = (isPrevious ? [...none, ...counts] : [...counts, ...none]).map(
    (column, index) => sql`${column} as ${sql.raw(amounts[index] ?? "")}`,
  )
  return sql`select ${name}, ${sql.join(columns)} ${rowsOf(dialect, part)}`
}

/** Continues after the place. */
function pageOf({ after, isDescending, dimension }: UsageListQuery): RawBuilder<unknown> {
  if (after === undefined) return sql``
  const beyond = sql.raw(isDescending ? "<" : ">")
  // A label may be long, so that its place is the number of labels with this value that came before.
  if (dimension === "label") return sql`where sorted_by ${beyond}= ${after.value}`
  return sql`where (sorted_by ${beyond} ${after.value} or (sorted_by = ${after.value} and number > ${after.tie}))`
}

function skippedIn({ after, dimension }: UsageListQuery): number {
  return dimension === "label" ? (after?.tie ?? 0) : 0
}
