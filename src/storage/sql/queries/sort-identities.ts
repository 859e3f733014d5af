import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely"
import type { SortedPlace } from "../../port/collection.ts"
import type { IdentityMatch, IdentityReads, IdentitySortQuery } from "../../port/identities.ts"
import type { Database, Schema } from "../schema/schema.ts"
import { keysOfIdentity } from "./count-keys.ts"
import { hasPlan } from "./current-plan.ts"
import { countInSteps, isWithin, rowsPerStep, type ScanRange } from "./scan.ts"
import { searching } from "./search.ts"
import { comparedCharacters, firstPlaces, placeConditions } from "./sorted-places.ts"

interface Matching {
  readonly workspaceId: string
  readonly match: IdentityMatch
}

export function identityMatches(db: Database): Pick<IdentityReads, "listSorted" | "countMatching"> {
  return {
    listSorted: (workspaceId, match, query) => listSortedIdentities(db, { workspaceId, match, query }),
    countMatching: (workspaceId, match, atMost) => countMatchingIdentities(db, { workspaceId, match, atMost }),
  }
}

/** The number of keys has to be counted for each identity, so that fewer make a step. */
const countedPerStep = 100

/** Reads the next places of a sorted list of identities. */
function listSortedIdentities(
  db: Database,
  { workspaceId, match, query }: Matching & { readonly query: IdentitySortQuery },
): Promise<readonly SortedPlace[]> {
  const { sort, isDescending, after, limit } = query
  const value = sortValue(sort, workspaceId)
  const direction = isDescending ? "desc" : "asc"
  const perStep = sort === "keys" ? countedPerStep : rowsPerStep
  return firstPlaces({
    isDescending,
    limit,
    skip: (position) => skipIdentities(db, { workspaceId, position, rows: perStep }),
    list: ({ worst, ...step }) => {
      let rows = matchingIdentities(db, { workspaceId, match }, step)
      for (const condition of placeConditions({ value, id: "identities.id", isDescending }, { after, worst })) {
        rows = rows.where(condition)
      }
      return rows
        .select(["identities.id", value.as("value")])
        .orderBy(value, direction)
        .orderBy("identities.id", direction)
        .limit(limit)
        .execute()
    },
  })
}

/** Counts in short steps, and stops when there are more than `atMost`. */
function countMatchingIdentities(
  db: Database,
  { workspaceId, match, atMost }: Matching & { readonly atMost: number },
): Promise<number> {
  return countInSteps<string>({
    atMost,
    skip: (position, rows) => skipIdentities(db, { workspaceId, position, rows }),
    async count(step) {
      const rows = matchingIdentities(db, { workspaceId, match }, step)
      const { count } = await rows.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow()
      return count
    },
  })
}

function sortValue(sort: IdentitySortQuery["sort"], workspaceId: string): RawBuilder<string | number> {
  if (sort === "name") return sql`lower(substr(identities.external_id, 1, ${sql.lit(comparedCharacters)}))`
  return keysOfIdentity(sql`identities.id`, workspaceId)
}

function matchingIdentities(
  db: Database,
  { workspaceId, match: { search, enabled, plan } }: Matching,
  step: ScanRange<string>,
): SelectQueryBuilder<Schema, "identities", object> {
  let rows = db
    .selectFrom("identities")
    .where("identities.workspace_id", "=", workspaceId)
    .where("identities.deleted_at", "is", null)
  for (const condition of isWithin("identities.id", step, false)) rows = rows.where(condition)
  if (enabled !== undefined) rows = rows.where("identities.enabled", "=", enabled ? 1 : 0)
  if (plan !== undefined) rows = rows.where(hasPlan(plan))
  if (search !== undefined) rows = rows.where(searching(search, "identities.id", "identities.external_id"))
  return rows
}

async function skipIdentities(
  db: Database,
  { workspaceId, position, rows }: { workspaceId: string; position: string | undefined; rows: number },
): Promise<string | undefined> {
  let ids = db.selectFrom("identities").select("id").where("workspace_id", "=", workspaceId)
  if (position !== undefined) ids = ids.where("id", ">", position)
  const row = await ids
    .orderBy("id")
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
