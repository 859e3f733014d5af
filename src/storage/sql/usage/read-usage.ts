import { sql } from "kysely"
import { hourMs, hourOf } from "../../../core/usage-period.ts"
import { sha256 } from "../../../secrets/hash.ts"
import type { UsageQuery, UsageResult } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import type { ResultRow } from "../schema.ts"
import { identifierBound, tagBound } from "./adding-labels.ts"
import { describeGroups } from "./describe-groups.ts"
import { assembleGroups, type CountKind } from "./groups.ts"
import { groupParts, partsOf, plainParts, type Reading } from "./parts.ts"
import { partsOfTop, rankGroups } from "./ranking.ts"
import { coarseSource, isKeyLevel, type NumberedFilter, quotaSource, sourcesOf } from "./sources.ts"
import { cellsOf, type Part, rankingOf } from "./statements.ts"

/** Reads counts in a few statements of a size that does not depend on the number of calls. */
export async function readUsage(engine: Engine, query: UsageQuery, filter: NumberedFilter): Promise<UsageResult> {
  const reading = { engine, query, filter, pendingHours: await findPendingHours(engine, query.now) }
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
  const { rows } = await cellsOf(engine.dialect, Object.values(read).flat()).execute(engine.reader)
  const { groups, ...result } = assembleGroups({ query, rows, read, hasMore, top: isRanked ? top : undefined })
  return {
    ...result,
    groups: await describeGroups(engine, groups, filter),
    isCoarse: result.isCoarse || (await isCoarse(reading)),
    hasFolded: await hasFolded(reading),
  }
}

function ungrouped(part: Part): Part {
  return { ...part, groupBy: [] }
}

/** Counts of other hours are in days and months already. Late counts may wait for the next roll-up. */
async function findPendingHours(engine: Engine, now: number): Promise<readonly number[]> {
  const { rows } = await sql<ResultRow<{ period: number | null }>>`
    select min(period) as period from usage_hours where pending = 1
    union all select min(period) as period from usage_label_hours`.execute(engine.reader)
  const oldest = Math.min(...rows.map(({ period }) => period ?? hourOf(now)))
  const hours: number[] = []
  // Clocks of nodes differ a little, so the next hour may have begun on one of them.
  for (let hour = oldest; hour <= now + hourMs; hour += hourMs) hours.push(hour)
  return hours
}

function isUnfiltered(filter: NumberedFilter): filter is Extract<NumberedFilter, { readonly type: "verifications" }> {
  if (filter.type === "limits" || filter.isOneApi || filter.keys !== undefined) return false
  return filter.identities === undefined && filter.codes === undefined && filter.tag === undefined
}

async function isCoarse(reading: Reading): Promise<boolean> {
  const { engine, query, filter } = reading
  if (query.interval !== "minute" || filter.type === "limits" || !isKeyLevel(filter, query.groupBy)) return false
  const marks = cellsOf(engine.dialect, partsOf(reading, [coarseSource(filter)], []))
  return (await marks.execute(engine.reader)).rows.length > 0
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
  return (await ranked.execute(engine.reader)).rows.length > 0
}
