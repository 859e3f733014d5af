import type { UsageDimension } from "../../port/usage.ts"
import { groupParts, plainParts, type Reading } from "./parts.ts"
import { findLarge, findLargest, type SizedRange } from "./sizes.ts"
import type { NumberedFilter } from "./sources.ts"
import { type Part, type RankedRow, rankingOf } from "./statements.ts"

/** More candidates than this are slower to look up than all rows are to read. */
const candidatesAtMost = 1_000
/** Sizes are up to twice the total of a month, so the largest are among a few more. */
const spareFactor = 4

/**
 * Finds the largest groups, exactly. Among many keys it reads only those that can be large: the least of some large
 * ones shows how large a key must be, and the sizes of months show which keys may be that large.
 */
export async function rankGroups(reading: Reading, limit: number): Promise<readonly RankedRow[]> {
  const { query } = reading
  const named = namedGroups(reading)
  if (named !== undefined && named.length <= query.limit) return named
  // Rows of days are much fewer than rows of hours, and a ranking needs no hours inside the range.
  const interval = query.interval === "minute" ? "minute" : "total"
  const summed = { ...reading, query: { ...query, interval } } as const
  const candidates = await findCandidates(summed, limit)
  return rank(summed, candidates === undefined ? groupParts(summed, query.groupBy) : candidates, limit)
}

/** A page of keys or customers shows a chart of each, so there is nothing to rank. */
function namedGroups({ filter, query }: Reading): readonly RankedRow[] | undefined {
  const [dimension, ...others] = query.groupBy
  if (filter.type === "limits" || others.length > 0) return undefined
  if (dimension === "key") return filter.keys && unranked("key_number", filter.keys)
  return dimension === "identity" ? filter.identities && unranked("identity_number", filter.identities) : undefined
}

function unranked(column: "key_number" | "identity_number", numbers: readonly number[]): readonly RankedRow[] {
  const name = { scope_number: 0, key_number: 0, identity_number: 0, label: "", outcome: "", count: 0 }
  return [...new Set(numbers)].map((number) => ({ ...name, [column]: number }))
}

/** Returns the parts to rank, or undefined if all rows have to be read. */
async function findCandidates(reading: Reading, limit: number): Promise<readonly Part[] | undefined> {
  const { filter, query } = reading
  const dimension = sizedDimension(filter, query.groupBy)
  if (dimension === undefined || filter.type === "limits") return undefined
  const range: SizedRange = { reading, scopes: filter.apis, isIdentity: dimension === "identity" }
  const large = await findLargest(range, limit * spareFactor)
  if (large === undefined || large.length < limit * 2 || !isNarrowable(dimension, large)) return undefined
  const least = (await rank(reading, narrowedTo(reading, dimension, large), limit))[limit - 1]
  if (least === undefined) return undefined
  const candidates = await findLarge(range, { count: least.count, most: candidatesAtMost })
  if (candidates === undefined || !isNarrowable(dimension, candidates)) return undefined
  return narrowedTo(reading, dimension, candidates)
}

/** What usage_sizes knows of these groups. A filter by key or identity leaves few rows anyway. */
function sizedDimension(filter: NumberedFilter, groupBy: readonly UsageDimension[]): "key" | "identity" | undefined {
  if (filter.type === "limits" || filter.keys !== undefined || filter.identities !== undefined) return undefined
  if (filter.tag !== undefined || groupBy.includes("label")) return undefined
  if (groupBy.includes("key")) return "key"
  return groupBy.includes("identity") ? "identity" : undefined
}

/** No index finds the keys without an identity. */
function isNarrowable(dimension: "key" | "identity", numbers: readonly number[]): boolean {
  return dimension === "key" || !numbers.includes(0)
}

function narrowedTo(reading: Reading, dimension: "key" | "identity", numbers: readonly number[]): readonly Part[] {
  return plainParts(reading, reading.query.groupBy, dimension === "key" ? { keys: numbers } : { identities: numbers })
}

/** The parts of the largest groups. Other groups in their rows are dropped later. */
export function partsOfTop(reading: Reading, top: readonly RankedRow[]): readonly Part[] {
  const { filter, query } = reading
  const { groupBy } = query
  if (top.length === 0) return groupParts(reading, groupBy)
  const labels = [...new Set(top.map(({ label }) => label))]
  if (filter.type === "limits") return groupParts(reading, groupBy, { labels })
  const owners = top.map(({ identity_number }) => identity_number)
  const isOwned = groupBy.includes("identity") && !owners.includes(0)
  return groupParts(reading, groupBy, {
    keys: groupBy.includes("key") ? top.map(({ key_number }) => key_number) : filter.keys,
    identities: isOwned ? owners : filter.identities,
    apis: groupBy.includes("api") ? filter.apis.filter(isTop(top)) : filter.apis,
    labels,
  })
}

/** The group of unknown keys has the number of the workspace instead of an API. */
function isTop(top: readonly RankedRow[]): (api: number) => boolean {
  const scopes = new Set(top.map(({ scope_number }) => scope_number))
  return (api) => scopes.has(api)
}

async function rank({ engine }: Reading, parts: readonly Part[], limit: number): Promise<readonly RankedRow[]> {
  return (await rankingOf(engine.dialect, parts, limit).execute(engine.usageReader)).rows
}
