import { fault } from "../../../contract/errors.ts"
import { countedAtMost, isDescending, type ListOrder } from "../../../contract/list-order.ts"
import type { KeyDetails } from "../../../core/model.ts"
import type { KeyMatch, KeySort } from "../../../storage/port/keys.ts"
import type { Context } from "../../context.ts"
import type { Gathered } from "../page.ts"
import { gatherSorted, placeIn } from "../sorted-page.ts"
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

/** One page of keys by a value. */
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
  return gatherSorted({
    limit: input.limit,
    after,
    sort,
    places,
    load: (ids) => listCurrent(context, () => store.keys.listByIds(workspace.id, ids)),
    present,
  })
}

/** Verifications change these values, so no order of them can be stored. */
async function requireFewMatches({ store, workspace }: ListContext, sort: KeySort, match: KeyMatch): Promise<void> {
  const { count } = await store.keys.summarizeMatching(workspace.id, match, { atMost: countedAtMost })
  if (count <= countedAtMost) return
  throw fault("application/precondition_failed", {
    detail: `More than 10,000 keys match, too many to sort by \`${sort}\`. Narrow the filter, or sort by \`created\`, \`name\` or \`expires\`.`,
  })
}
