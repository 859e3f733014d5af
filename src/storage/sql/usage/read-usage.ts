import { sql } from "kysely"
import { hourMs } from "../../../core/durations.ts"
import { hourOf } from "../../../core/usage-period.ts"
import { sha256 } from "../../../secrets/hash.ts"
import { TooManyLabels, type UsageQuery, type UsageResult } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import type { ResultRow } from "../schema/schema.ts"
import { identifierBound, tagBound } from "./adding-labels.ts"
import { describeGroups } from "./describe-groups.ts"
import { assembleGroups, type CountKind } from "./groups.ts"
import { groupParts, partsOf, plainParts, type Reading } from "./parts.ts"
import { partsOfTop, rankGroups } from "./ranking.ts"
import { coarseSource, isKeyLevel, type NumberedFilter, quotaSource, sourcesOf } from "./sources.ts"
import { cellsOf, labelSizeOf, type Part, rankingOf } from "./statements.ts"

/** Reads counts in a few statements of a size that does not depend on the number of calls. */
export async function readUsage(engine: Engine, query: UsageQuery, filter: NumberedFilter): Promise<UsageResult> {
  const reading = { engine, query, filter, pendingHours: await findPendingHours(engine, query.now) }
  await refuseTooManyLabels(reading)
  const { groupBy, limit } = query
  // Codes are few; all other groups may be many, so the largest are found first.
  const isRanked = groupBy.some((dimension) => dimension !== "outcome")
  const ranked = isRanked ? await rankGroups(reading, limit + 1) : []
  const top = ranked.slice(0, limit)
  const hasMore = ranked.length > limit
  const isTagged = groupBy.includes("label") && filter.type === "verifications"
  const read: Readonly<Record<CountKind, readonly Part[]>> = {
    group: isRanked ? partsOfTop(reading, top) : groupParts(reading, groupBy),
    all: hasMore ? groupParts(reading, isTagged ? ["label"] : []).map(ungrouped) : [],
    overall: isTagged ? plainParts(reading, []) : [],
    quota: isUnfiltered(filter) ? partsOf(reading, [quotaSource(filter)], []) : [],
  }
  const { rows } = await cellsOf(engine.dialect, Object.values(read).flat()).execute(engine.usageReader)
  const { groups, ...result } = assembleGroups({ query, rows, read, hasMore, top: isRanked ? top : undefined })
  return {
    ...result,
    groups: await describeGroups(engine, groups, filter),
    isCoarse: result.isCoarse || (await isCoarse(reading)),
    hasFolded: await hasFolded(reading),
  }
}

/** An identifier is compared, and a tag set is taken apart. So each takes about as long as the other. */
const labelsAtMost = { verifications: 250_000, limits: 1_000_000 }
/** An engine may hold these in memory. */
const labelCharactersAtMost = 64 * 1024 ** 2

/** Nothing but the range and the filters bounds the rows of labels, and a statement cannot be stopped once it runs. */
export async function refuseTooManyLabels(reading: Reading): Promise<void> {
  const { engine, filter, query } = reading
  const unfiltered = filter.type === "verifications" ? { ...filter, tag: undefined } : filter
  const isTagged = filter.type === "verifications" && filter.tag !== undefined
  const groupBy = isTagged || query.groupBy.includes("label") ? (["label"] as const) : []
  const parts = partsOf(reading, sourcesOf(engine.dialect, unfiltered, groupBy), []).filter(
    ({ source }) => source.isLabelled,
  )
  if (parts.length === 0) return
  const most = labelsAtMost[filter.type]
  const { rows } = await labelSizeOf(parts, most + 1).execute(engine.usageReader)
  for (const { count, size } of rows) {
    if (count > most || (size ?? 0) > labelCharactersAtMost) throw new TooManyLabels(most)
  }
}

function ungrouped(part: Part): Part {
  return { ...part, groupBy: [], label: part.label === "tags" ? "tags together" : part.label }
}

/** Counts of other hours are in days and months already. Late counts may wait for the next roll-up. */
export async function findPendingHours(engine: Engine, now: number): Promise<readonly number[]> {
  const { rows } = await sql<ResultRow<{ period: number | null }>>`
    select min(period) as period from usage_hours where pending = 1
    union all select min(period) as period from usage_label_hours`.execute(engine.usageReader)
  const oldest = Math.min(...rows.map(({ period }) => period ?? hourOf(now)))
  const hours: number[] = []
  // Clocks of nodes differ a little, so the next hour may have begun on one of them.
  for (let hour = oldest; hour <= now + hourMs; hour += hourMs) hours.push(hour)
  return hours
}

function isUnfiltered(filter: NumberedFilter): filter is Extract<NumberedFilter, { readonly type: "verifications" }> {
  if (filter.type === "limits" || filter.isOfSomeApis || filter.keys !== undefined) return false
  return filter.identities === undefined && filter.codes === undefined && filter.tag === undefined
}

async function isCoarse(reading: Reading): Promise<boolean> {
  const { engine, query, filter } = reading
  if (query.interval !== "minute" || filter.type === "limits" || !isKeyLevel(filter, query.groupBy)) return false
  const marks = cellsOf(engine.dialect, partsOf(reading, [coarseSource(filter)], []))
  return (await marks.execute(engine.usageReader)).rows.length > 0
}

/** Whether a response about labels lacks some of them. */
async function hasFolded(reading: Reading): Promise<boolean> {
  const { engine, filter, query } = reading
  const isTagged = query.groupBy.includes("label") || (filter.type === "verifications" && filter.tag !== undefined)
  if (!isTagged || query.interval === "minute") return false
  const unfiltered = filter.type === "verifications" ? { ...filter, tag: undefined } : filter
  const sources = sourcesOf(engine.dialect, unfiltered, ["label"]).map((source) => ({
    ...source,
    where: sql`${source.where} and t.label_hash = ${sha256((filter.type === "limits" ? identifierBound : tagBound).folded)}`,
  }))
  const ranked = rankingOf(engine.dialect, partsOf(reading, sources, []), 1)
  return (await ranked.execute(engine.usageReader)).rows.length > 0
}
