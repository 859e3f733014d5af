import { z } from "zod"
import { invalidInput } from "../../contract/errors.ts"
import { notACursor } from "../../contract/pagination.ts"
import type { SortedPlace } from "../../storage/port/collection.ts"
import { type Gathered, gatherPage } from "./page.ts"

interface SortedPage<Item, Wire> {
  readonly limit: number
  readonly after: string | undefined
  readonly sort: string
  /** Of the page, and one more if there is another page. */
  readonly places: readonly SortedPlace[]
  load(ids: readonly string[]): Promise<readonly Item[]>
  present(item: Item): Wire
}

/** One page of objects by a value. All its places were found at once, because finding them reads all that match. */
export async function gatherSorted<Item extends { readonly id: string }, Wire>(
  page: SortedPage<Item, Wire>,
): Promise<Gathered<Item, Wire>> {
  const { sort, places, load, present } = page
  const placeOf = new Map(places.map((place) => [place.id, place]))
  let taken = 0
  const gathered = await gatherPage({
    limit: page.limit,
    after: page.after,
    /** Goes on where it stopped, whatever the position is. An object that was deleted in the meantime is left out. */
    async list({ limit }) {
      const items: Item[] = []
      while (items.length < limit && taken < places.length) {
        const ids = places.slice(taken, taken + limit - items.length).map(({ id }) => id)
        taken += ids.length
        const found = new Map((await load(ids)).map((item) => [item.id, item]))
        items.push(...ids.flatMap((id) => found.get(id) ?? []))
      }
      return items
    },
    present,
    positionOf: ({ id }) => positionAt(sort, placeOf.get(id) ?? { id, value: null }),
  })
  const last = places.at(-1)
  if (gathered.next !== undefined || last === undefined || places.length <= page.limit) return gathered
  return { ...gathered, next: positionAt(sort, last) }
}

function positionAt(sort: string, { id, value }: SortedPlace): string {
  return JSON.stringify([sort, id, value])
}

const sortedPosition = z.tuple([z.string(), z.string(), z.union([z.string(), z.number(), z.null()])])

/** Each order has cursors of its own. Undefined without a cursor. */
export function placeIn(position: string | undefined, sort: string): SortedPlace | undefined {
  if (position === undefined) return undefined
  if (!isSorted(position)) throw ofAnotherOrder()
  const [of, id, value] = sortedPosition.parse(JSON.parse(position))
  if (of !== sort) throw ofAnotherOrder()
  return { id, value }
}

/** The id that a list by creation continues after. */
export function requireIdPosition(position: string | undefined): string | undefined {
  if (position !== undefined && isSorted(position)) throw ofAnotherOrder()
  return position
}

function isSorted(position: string): boolean {
  return position.startsWith("[")
}

function ofAnotherOrder() {
  const fix = "Send the cursor with the `sort` of the page before."
  return invalidInput({ location: "body.cursor", message: notACursor, fix })
}
