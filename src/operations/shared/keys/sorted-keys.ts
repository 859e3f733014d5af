import { z } from "zod"
import { fault, invalidInput } from "../../../contract/errors.ts"
import { countedAtMost, isDescending, type ListOrder } from "../../../contract/list-order.ts"
import { notACursor } from "../../../contract/pagination.ts"
import type { KeyDetails } from "../../../core/model.ts"
import type { KeyMatch, KeySort, SortedKey } from "../../../storage/port/keys.ts"
import type { Context } from "../../context.ts"
import { type Gathered, gatherPage } from "../page.ts"
import { listCurrent } from "../verify/give-back.ts"

/** Of a list of keys. */
type ListContext = Pick<Context<unknown>, "workspace" | "store" | "after" | "now"> & {
  readonly input: { readonly limit: number; readonly order: ListOrder }
}

interface Sorting<Wire> {
  readonly sort: KeySort
  readonly match: KeyMatch
  present(key: KeyDetails): Wire
}

/** One page of keys by a value. All places of the page are found at once, because finding them reads all keys that match. */
export async function gatherSortedKeys<Wire>(
  context: ListContext,
  { sort, match, present }: Sorting<Wire>,
): Promise<Gathered<KeyDetails, Wire>> {
  const { input, workspace, store, after, now } = context
  if (sort === "lastUsed" || sort === "credits") await requireFewMatches(context, sort, match)
  const places = await store.keys.listSorted(workspace.id, match, {
    sort,
    isDescending: isDescending(input),
    after: placeIn(after, sort),
    limit: input.limit + 1,
    now,
  })
  const placeOf = new Map(places.map((place) => [place.id, place]))
  let taken = 0
  const page = await gatherPage({
    limit: input.limit,
    after,
    /** Goes on where it stopped, whatever the position is. A key that was deleted in the meantime is left out. */
    async list({ limit }) {
      const keys: KeyDetails[] = []
      while (keys.length < limit && taken < places.length) {
        const ids = places.slice(taken, taken + limit - keys.length).map(({ id }) => id)
        taken += ids.length
        const listed = await listCurrent(context, () => store.keys.listByIds(workspace.id, ids))
        const found = new Map(listed.map((key) => [key.id, key]))
        keys.push(...ids.flatMap((id) => found.get(id) ?? []))
      }
      return keys
    },
    present,
    positionOf: ({ id }) => positionAt(sort, placeOf.get(id) ?? { id, value: null }),
  })
  const last = places.at(-1)
  if (page.next !== undefined || last === undefined || places.length <= input.limit) return page
  return { ...page, next: positionAt(sort, last) }
}

/** Verifications change these values, so no order of them can be stored. */
async function requireFewMatches({ store, workspace }: ListContext, sort: KeySort, match: KeyMatch): Promise<void> {
  const { count } = await store.keys.summarizeMatching(workspace.id, match, { atMost: countedAtMost })
  if (count <= countedAtMost) return
  throw fault("application/precondition_failed", {
    detail: `More than 10,000 keys match, too many to sort by \`${sort}\`. Narrow the filter, or sort by \`created\`, \`name\` or \`expires\`.`,
  })
}

function positionAt(sort: KeySort, { id, value }: SortedKey): string {
  return JSON.stringify([sort, id, value])
}

const sortedPosition = z.tuple([z.string(), z.string(), z.union([z.string(), z.number(), z.null()])])

/** Each order has cursors of its own. Undefined without a cursor. */
function placeIn(position: string | undefined, sort: KeySort): SortedKey | undefined {
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
