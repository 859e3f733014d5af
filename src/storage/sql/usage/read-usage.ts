import { sql } from "kysely"
import { hourMs, hourOf } from "../../../core/usage-period.ts"
import { sha256 } from "../../../secrets/hash.ts"
import type { UsageDimension, UsageQuery, UsageResult } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import type { ResultRow } from "../schema.ts"
import { identifierBound, tagBound } from "./adding-labels.ts"
import { describeGroups } from "./describe-groups.ts"
import { assembleGroups, type Role } from "./groups.ts"
import { labelSegmentsOf, type Segment, segmentsOf } from "./segments.ts"
import { coarseSource, isKeyLevel, type NumberedFilter, quotaSource, type Source, sourcesOf } from "./sources.ts"
import { cellsOf, type Part, type RankedRow, rankingOf } from "./statements.ts"

interface Reading {
  readonly engine: Engine
  readonly query: UsageQuery
  readonly filter: NumberedFilter
  readonly pendingHours: readonly number[]
}

/** Reads counts in at most two statements of a size that does not depend on the number of calls. */
export async function readUsage(engine: Engine, query: UsageQuery, filter: NumberedFilter): Promise<UsageResult> {
  const reading = { engine, query, filter, pendingHours: await findPendingHours(engine, query.now) }
  const { groupBy, limit } = query
  const parts = groupParts(reading, groupBy)
  // Codes are few; all other groups may be many, so the largest are found first.
  const isRanked = groupBy.some((dimension) => dimension !== "outcome")
  const ranked = isRanked ? await rank(engine, parts, limit + 1) : []
  const top = ranked.slice(0, limit)
  const hasMore = ranked.length > limit
  const isTagged = groupBy.includes("label") && filter.type === "verifications"
  const read: Readonly<Record<Role, readonly Part[]>> = {
    group: isRanked ? narrowed(reading, parts, top) : parts,
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

/** The rows whose groups are shown. Verifications without tags are what rows by tag leave of all rows. */
function groupParts(reading: Reading, groupBy: readonly UsageDimension[]): readonly Part[] {
  if (!groupBy.includes("label")) return plainParts(reading, groupBy)
  const { engine, filter } = reading
  const labelled = partsOf(reading, sourcesOf(engine.dialect, filter, groupBy), groupBy)
  if (filter.type === "limits") return labelled.map((part) => ({ ...part, label: "identifier" }))
  const tagged = labelled.map((part) => ({ ...part, label: "tags" as const }))
  if (filter.tag !== undefined) return tagged
  const others = groupBy.filter((dimension) => dimension !== "label")
  const plain = plainParts(reading, others).map((part) => ({ ...part, groupBy }))
  return [...tagged, ...plain, ...labelled.map((part) => ({ ...part, isNegative: true }))]
}

function plainParts(reading: Reading, groupBy: readonly UsageDimension[]): readonly Part[] {
  return partsOf(reading, sourcesOf(reading.engine.dialect, reading.filter, groupBy), groupBy)
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

function partsOf(
  { query, pendingHours }: Reading,
  sources: readonly Source[],
  groupBy: readonly UsageDimension[],
): readonly Part[] {
  const range = { ...query, pendingHours }
  return sources.flatMap((source) => {
    const segments: readonly Segment[] = source.isLabelled ? labelSegmentsOf(range) : segmentsOf(range)
    return segments.map((segment) => ({ source, segment, groupBy, label: "none", isNegative: false }))
  })
}

async function rank(engine: Engine, parts: readonly Part[], limit: number): Promise<readonly RankedRow[]> {
  return (await rankingOf(engine.dialect, parts, limit).execute(engine.reader)).rows
}

/** Reads only the keys, identities and APIs of the largest groups. Groups beside them are dropped later. */
function narrowed(reading: Reading, parts: readonly Part[], top: readonly RankedRow[]): readonly Part[] {
  const { engine, filter, query } = reading
  if (top.length === 0 || filter.type === "limits" || query.groupBy.includes("label")) return parts
  const keys = query.groupBy.includes("key") ? top.map(({ key_number }) => key_number) : filter.keys
  const owners = top.map(({ identity_number }) => identity_number)
  const isOwned = query.groupBy.includes("identity") && !owners.includes(0)
  const apis = query.groupBy.includes("api") ? filter.apis.filter(isTop(top)) : filter.apis
  const narrow = { ...filter, keys, apis, identities: isOwned ? owners : filter.identities }
  const [rows] = sourcesOf(engine.dialect, narrow, query.groupBy)
  const [, ...others] = sourcesOf(engine.dialect, filter, query.groupBy)
  return rows === undefined ? parts : partsOf(reading, [rows, ...others], query.groupBy)
}

/** The group of unknown keys has the number of the workspace instead of an API. */
function isTop(top: readonly RankedRow[]): (api: number) => boolean {
  const numbers = new Set(top.map(({ scope_number }) => scope_number))
  return (api) => numbers.has(api)
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
