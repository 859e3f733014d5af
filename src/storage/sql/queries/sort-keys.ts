import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely"
import { compareBytes } from "../../../core/byte-order.ts"
import type { KeyMatch, SortedKey, SortQuery } from "../../port/keys.ts"
import type { Database } from "../schema/schema.ts"
import { selectLiveKeys } from "./live-keys.ts"
import { matchingKeys, withAll } from "./matching-keys.ts"
import { rowsPerStep } from "./scan.ts"

/** Names are compared up to this many characters, so that a position fits into a cursor. */
const comparedCharacters = 64

interface Sorting {
  readonly workspaceId: string
  readonly filter: KeyMatch
  readonly query: SortQuery
}

/**
 * Reads the next places of a sorted list. No index has this order, because it would cost every new key. So all keys that
 * match are read in short steps, as in a search, and each step returns only keys that beat those found before it.
 */
export async function listSortedKeys(
  db: Database,
  { workspaceId, filter, query }: Sorting,
): Promise<readonly SortedKey[]> {
  const { isDescending, after, limit } = query
  const matching = matchingKeys(db, { workspaceId, filter })
  const value = sortValue(query)
  const compare = comparing(isDescending)
  let first: readonly SortedKey[] = []
  let position: string | undefined
  for (;;) {
    const upTo = await matching.skip(position, rowsPerStep)
    const worst = first.length < limit ? undefined : first.at(-1)
    const rows = await withAll(selectLiveKeys(db), [
      ...matching.within({ after: position, upTo }),
      ...(after === undefined ? [] : [comesAfter(value, after, isDescending)]),
      ...(worst === undefined ? [] : [comesBefore(value, worst, isDescending)]),
    ])
      .clearSelect()
      .select(["keys.id", value.as("value")])
      .orderBy(sql`${value} is null`)
      .orderBy(value, isDescending ? "desc" : "asc")
      .orderBy("keys.id", isDescending ? "desc" : "asc")
      .limit(limit)
      .execute()
    if (rows.length > 0) first = [...first, ...rows].sort(compare).slice(0, limit)
    if (upTo === undefined) return first
    position = upTo
  }
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

type Condition = Expression<SqlBool>

/** A key without a value comes after all others, and then by id. */
function comesAfter(value: RawBuilder<unknown>, place: SortedKey, isDescending: boolean): Condition {
  const beyond = sql.raw(isDescending ? "<" : ">")
  const later = sql`keys.id ${beyond} ${place.id}`
  if (place.value === null) return sql`(${value} is null and ${later})`
  return sql`(${value} is null or ${value} ${beyond} ${place.value} or (${value} = ${place.value} and ${later}))`
}

function comesBefore(value: RawBuilder<unknown>, place: SortedKey, isDescending: boolean): Condition {
  const beyond = sql.raw(isDescending ? ">" : "<")
  const earlier = sql`keys.id ${beyond} ${place.id}`
  if (place.value === null) return sql`(${value} is not null or ${earlier})`
  return sql`(${value} ${beyond} ${place.value} or (${value} = ${place.value} and ${earlier}))`
}

function comparing(isDescending: boolean) {
  const sign = isDescending ? -1 : 1
  return (one: SortedKey, other: SortedKey): number => {
    if (one.value === null || other.value === null) {
      if (one.value !== other.value) return one.value === null ? 1 : -1
      return sign * compareBytes(one.id, other.id)
    }
    const difference = compareValues(one.value, other.value)
    return sign * (difference === 0 ? compareBytes(one.id, other.id) : difference)
  }
}

/** All keys of one list have values of the same type. */
function compareValues(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other
  return compareBytes(String(one), String(other))
}
