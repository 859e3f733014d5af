import { z } from "zod"
import { keyFilterShape } from "../../../contract/key-filter.ts"
import { countedAtMost, countInput, isDescending, listOrder, matchesOf } from "../../../contract/list-order.ts"
import { type Matches, pageInput, written } from "../../../contract/pagination.ts"
import { keyAt } from "../../../core/balance.ts"
import type { KeyDetails } from "../../../core/model.ts"
import { toWireKey } from "../../../core/wire.ts"
import type { KeyMatch } from "../../../storage/port/keys.ts"
import type { Context } from "../../context.ts"
import { type Gathered, gatherPage } from "../page.ts"
import { requireIdPosition } from "../sorted-page.ts"
import { listCurrent } from "../verify/give-back.ts"
import { requireMatch } from "./match-keys.ts"
import { decrypt, keyPresenter, type Showing } from "./show-keys.ts"
import { gatherSortedKeys } from "./sorted-keys.ts"

/** Errors of unknown filters. */
export const keyListErrors = ["data/role_not_found", "data/permission_not_found"] as const

/** The input fields that keys.listKeys and apis.listKeys share. */
export const keyListShape = {
  ...keyFilterShape,
  sort: z
    .enum(["created", "name", "expires", "lastUsed", "credits"])
    .default("created")
    .describe(
      "What the list is sorted by. `name` ignores the case of A to Z and compares 64 characters. `lastUsed` and `credits` change with every verification, and need a filter with at most 10,000 matches.",
    ),
  order: listOrder,
  count: countInput,
  ...pageInput,
  decrypt,
}

type Input = z.infer<z.ZodObject<typeof keyListShape>>
type ListContext = Showing & Pick<Context<Input>, "input" | "after">

/** Returns one page of the keys of one API, or of all APIs. The caller must have authorized this. */
export async function listKeysOf(apiId: string | undefined, context: ListContext) {
  const { input, workspace, store, now } = context
  const match = await requireMatch(store, { workspaceId: workspace.id, apiId, filter: input, now })
  const matches = input.count ? await countMatches(context, match) : undefined
  const { shown, next } = await gather(context, match)
  if (!input.decrypt) return { objects: shown.map(({ json }) => json), next, matches }
  // Decrypts only the keys on the page, because each decryption is recorded as an event.
  const keys = shown.map(({ item }) => item)
  const present = await keyPresenter(context, keys)
  return { objects: keys.map((key) => written(present(key))), next, matches }
}

async function countMatches({ store, workspace }: ListContext, match: KeyMatch): Promise<Matches> {
  return matchesOf(await store.keys.summarizeMatching(workspace.id, match, { atMost: countedAtMost }))
}

function gather(context: ListContext, match: KeyMatch): Promise<Gathered<KeyDetails, ReturnType<typeof toWireKey>>> {
  const { input, workspace, store, after, now } = context
  const { sort, limit } = input
  const present = (key: KeyDetails) => toWireKey(keyAt(key, now), now)
  if (sort !== "created") return gatherSortedKeys(context, { sort, match, present })
  const direction = { isDescending: isDescending(input) }
  return gatherPage({
    limit,
    after: requireIdPosition(after),
    list: (query) => listCurrent(context, () => store.keys.list(workspace.id, { ...query, ...match, ...direction })),
    present,
    positionOf: ({ id }) => id,
  })
}
