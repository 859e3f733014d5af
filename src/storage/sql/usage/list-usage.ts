import { TooManyCounts, type UsageBounds, type UsageList, type UsageListQuery } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import { describeListed } from "./describe-listed.ts"
import { type ListedParts, type ListedRow, listingOf } from "./list-statement.ts"
import { groupParts, type Reading } from "./parts.ts"
import { findPendingHours, refuseTooManyLabels } from "./read-usage.ts"
import type { NumberedFilter } from "./sources.ts"
import { type Part, rowCountOf } from "./statements.ts"

/** Some seconds of work. 100,000 keys have 600,000 rows in two months. */
const rowsAtMost = 1_000_000

/** Reads one page of what was used. Every page reads the rows of all groups, because any of them may be on it. */
export async function listUsage(
  engine: Engine,
  query: UsageListQuery,
  filter: Extract<NumberedFilter, { readonly type: "verifications" }>,
): Promise<UsageList> {
  const pendingHours = await findPendingHours(engine, query.now)
  const readings = [query.range, query.previous].map(
    (bounds) => bounds && { engine, filter, pendingHours, query: questionOf(query, bounds) },
  )
  const [current, previous] = await Promise.all(readings.map((reading) => boundedParts(reading)))
  const parts: ListedParts = { current: current ?? [], previous: previous ?? [] }
  await refuseTooManyCounts(engine, [...parts.current, ...parts.previous])
  const { rows } = await listingOf(engine.dialect, parts, query).execute(engine.usageReader)
  const listed = rows.filter(({ number, label }) => (number ?? label ?? null) !== null)
  const described = await describeListed(engine, query.dimension, { rows: listed, workspace: filter.workspace })
  return {
    count: rows[0]?.groups ?? 0,
    rows: listed.map((row, index) => ({
      ...described[index],
      verifications: Math.max(0, row.used_verifications),
      credits: Math.max(0, row.used_credits),
      previous: {
        verifications: Math.max(0, row.previous_verifications),
        credits: Math.max(0, row.previous_credits),
      },
      place: { value: row.sorted_by, tie: tieOf(query, listed, index) },
    })),
  }
}

function questionOf({ workspaceId, filter, dimension, limit, now }: UsageListQuery, { from, to }: UsageBounds) {
  const range = { from, to, times: [from], interval: "total" } as const
  return { ...range, workspaceId, filter, groupBy: [dimension], limit, now }
}

async function boundedParts(reading: Reading | undefined): Promise<readonly Part[]> {
  if (reading === undefined) return []
  await refuseTooManyLabels(reading)
  return groupParts(reading, reading.query.groupBy)
}

/** Nothing but the range and the filters bounds the rows, and a statement cannot be stopped once it runs. */
async function refuseTooManyCounts(engine: Engine, parts: readonly Part[]): Promise<void> {
  const { rows } = await rowCountOf(parts, rowsAtMost + 1).execute(engine.usageReader)
  if ((rows[0]?.count ?? 0) > rowsAtMost) throw new TooManyCounts(rowsAtMost)
}

/** The number of a group, or how many labels of this value have come, on this page and before. */
function tieOf({ after }: UsageListQuery, rows: readonly ListedRow[], index: number): number {
  const { number, sorted_by } = rows[index] ?? {}
  if (typeof number === "number") return number
  const onPage = rows.slice(0, index + 1).filter((row) => row.sorted_by === sorted_by).length
  return onPage + (after?.value === sorted_by ? (after?.tie ?? 0) : 0)
}
