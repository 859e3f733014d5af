import { sql } from "kysely"
import type { KeyMatch, MatchRange, MatchStep, MatchSummary } from "../../port/keys.ts"
import type { Database } from "../schema/schema.ts"
import { selectLiveKeys } from "./live-keys.ts"
import { matchingKeys, withAll } from "./matching-keys.ts"
import { rowsPerStep } from "./scan.ts"
import { sizesOfKeys, toSelected } from "./selected-keys.ts"

interface Matching<Query> {
  readonly workspaceId: string
  readonly filter: KeyMatch
  readonly query: MatchRange & Query
}

/** Counts the keys that match by their API, in short steps. */
export async function summarizeMatching(
  db: Database,
  { workspaceId, filter, query: { after, upTo, atMost } }: Matching<{ readonly atMost: number }>,
): Promise<MatchSummary> {
  const matching = matchingKeys(db, { workspaceId, filter })
  const apiIds = new Set<string>()
  let count = 0
  let lastId: string | undefined
  let position = after
  for (;;) {
    const end = earlier(await matching.skip(position, rowsPerStep), upTo)
    const rows = await withAll(selectLiveKeys(db), matching.within({ after: position, upTo: end ?? upTo }))
      .clearSelect()
      .select(["keys.api_id", sql<number>`count(*)`.as("count"), sql<string>`max(keys.id)`.as("last_id")])
      .groupBy("keys.api_id")
      .execute()
    for (const { api_id, count: ofApi, last_id } of rows) {
      apiIds.add(api_id)
      count += ofApi
      if (lastId === undefined || last_id > lastId) lastId = last_id
    }
    if (end === undefined || count > atMost) return { count, apiIds, lastId }
    position = end
  }
}

/** Reads one short step, whether or not keys in it match. */
export async function listMatching(
  db: Database,
  { workspaceId, filter, query: { after, upTo, limit } }: Matching<{ readonly limit: number }>,
): Promise<MatchStep> {
  const matching = matchingKeys(db, { workspaceId, filter })
  const step = earlier(await matching.skip(after, rowsPerStep), upTo)
  const rows = await withAll(
    sizesOfKeys(db, workspaceId).leftJoin("balances", "balances.id", "keys.balance_id"),
    matching.within({ after, upTo: step ?? upTo }),
  )
    .orderBy("keys.id")
    .limit(limit)
    .execute()
  return { keys: toSelected(rows), end: rows.length === limit ? rows.at(-1)?.id : step }
}

/** The end of a step; undefined if the step is the last one before `upTo`. */
function earlier(end: string | undefined, upTo: string | undefined): string | undefined {
  return end === undefined || (upTo !== undefined && end >= upTo) ? undefined : end
}
