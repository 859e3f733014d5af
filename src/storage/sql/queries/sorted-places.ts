import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely"
import { compareBytes } from "../../../core/byte-order.ts"
import type { SortedPlace } from "../../port/collection.ts"

/** Names are compared up to this many characters, so that a position fits into a cursor. */
export const comparedCharacters = 64

interface Places {
  readonly isDescending: boolean
  readonly limit: number
  /** Returns the id that ends a step after this one, regardless of the filter; undefined in the last step. */
  skip(after: string | undefined): Promise<string | undefined>
  /** The first places of a step. With `worst`, only those that come before it. */
  list(step: Step): Promise<readonly SortedPlace[]>
}

interface Step {
  readonly after: string | undefined
  readonly upTo: string | undefined
  readonly worst: SortedPlace | undefined
}

/**
 * Reads the next places of a sorted list. No index has this order, because it would cost every new object. So all objects
 * that match are read in short steps, as in a search, and each step returns only those that beat those found before it.
 */
export async function firstPlaces({ isDescending, limit, skip, list }: Places): Promise<readonly SortedPlace[]> {
  const compare = comparing(isDescending)
  let first: readonly SortedPlace[] = []
  let position: string | undefined
  for (;;) {
    const upTo = await skip(position)
    const worst = first.length < limit ? undefined : first.at(-1)
    const rows = await list({ after: position, upTo, worst })
    if (rows.length > 0) first = [...first, ...rows].sort(compare).slice(0, limit)
    if (upTo === undefined) return first
    position = upTo
  }
}

type Condition = Expression<SqlBool>

interface Order {
  readonly value: RawBuilder<unknown>
  /** The column of the id. */
  readonly id: string
  readonly isDescending: boolean
}

/** The conditions of the places after one, and before another. */
export function placeConditions(
  order: Order,
  { after, worst }: { readonly after: SortedPlace | undefined; readonly worst: SortedPlace | undefined },
): readonly Condition[] {
  return [
    ...(after === undefined ? [] : [comesAfter(order, after)]),
    ...(worst === undefined ? [] : [comesBefore(order, worst)]),
  ]
}

/** An object without a value comes after all others, and then by id. */
function comesAfter({ value, id, isDescending }: Order, place: SortedPlace): Condition {
  const beyond = sql.raw(isDescending ? "<" : ">")
  const later = sql`${sql.ref(id)} ${beyond} ${place.id}`
  if (place.value === null) return sql`(${value} is null and ${later})`
  return sql`(${value} is null or ${value} ${beyond} ${place.value} or (${value} = ${place.value} and ${later}))`
}

function comesBefore({ value, id, isDescending }: Order, place: SortedPlace): Condition {
  const beyond = sql.raw(isDescending ? ">" : "<")
  const earlier = sql`${sql.ref(id)} ${beyond} ${place.id}`
  if (place.value === null) return sql`(${value} is not null or ${earlier})`
  return sql`(${value} ${beyond} ${place.value} or (${value} = ${place.value} and ${earlier}))`
}

function comparing(isDescending: boolean) {
  const sign = isDescending ? -1 : 1
  return (one: SortedPlace, other: SortedPlace): number => {
    if (one.value === null || other.value === null) {
      if (one.value !== other.value) return one.value === null ? 1 : -1
      return sign * compareBytes(one.id, other.id)
    }
    const difference = compareValues(one.value, other.value)
    return sign * (difference === 0 ? compareBytes(one.id, other.id) : difference)
  }
}

/** All objects of one list have values of the same type. */
function compareValues(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other
  return compareBytes(String(one), String(other))
}
