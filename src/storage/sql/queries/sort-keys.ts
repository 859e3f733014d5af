import { type RawBuilder, sql } from "kysely"
import type { SortedPlace } from "../../port/collection.ts"
import type { KeyMatch, SortQuery } from "../../port/keys.ts"
import type { Database } from "../schema/schema.ts"
import { selectLiveKeys } from "./live-keys.ts"
import { matchingKeys, withAll } from "./matching-keys.ts"
import { rowsPerStep } from "./scan.ts"
import { comparedCharacters, firstPlaces, placeConditions } from "./sorted-places.ts"

interface Sorting {
  readonly workspaceId: string
  readonly filter: KeyMatch
  readonly query: SortQuery
}

/** Reads the next places of a sorted list of keys. */
export function listSortedKeys(db: Database, { workspaceId, filter, query }: Sorting): Promise<readonly SortedPlace[]> {
  const { isDescending, after, limit } = query
  const matching = matchingKeys(db, { workspaceId, filter })
  const value = sortValue(query)
  return firstPlaces({
    isDescending,
    limit,
    skip: (position) => matching.skip(position, rowsPerStep),
    list: ({ worst, ...step }) =>
      withAll(selectLiveKeys(db), [
        ...matching.within(step),
        ...placeConditions({ value, id: "keys.id", isDescending }, { after, worst }),
      ])
        .clearSelect()
        .select(["keys.id", value.as("value")])
        .orderBy(sql`${value} is null`)
        .orderBy(value, isDescending ? "desc" : "asc")
        .orderBy("keys.id", isDescending ? "desc" : "asc")
        .limit(limit)
        .execute(),
  })
}

function sortValue({ sort, now }: SortQuery): RawBuilder<string | number | null> {
  switch (sort) {
    case "name":
      return sql`lower(substr(keys.name, 1, ${sql.lit(comparedCharacters)}))`
    case "expires":
      return sql`keys.expires`
    case "lastUsed":
      return sql`key_usage.last_used_at`
    case "credits":
      // A balance whose refill is due counts as refilled.
      return sql`case when balances.refill_at <= ${now} then balances.refill_amount else balances.remaining end`
  }
}
