import { z } from "zod"
import { pageInput } from "../../contract/pagination.ts"
import { externalId, ref, search } from "../../contract/primitives.ts"
import type { Context } from "../operation.ts"
import { pageOf } from "./page.ts"
import { decrypt, keyPresenter, type Showing } from "./show-keys.ts"

/** The members that both lists of keys take. */
export const keyListShape = {
  externalId: externalId.optional().describe("Only keys of the identity with this external identifier."),
  identityId: ref.optional().describe("Only keys of this identity."),
  enabled: z.boolean().optional().describe("Only keys in this state; both states if absent."),
  search: search.optional().describe("Part of a name, start or key id."),
  ...pageInput,
  decrypt,
}

type Input = z.infer<z.ZodObject<typeof keyListShape>>
type Listing = Showing & Pick<Context<Input>, "input" | "after">

/** One page of the keys of an API, or of all APIs; that the caller may see them is for it to have settled. */
export async function listKeysOf(apiId: string | undefined, context: Listing) {
  const { input, workspace, store, after } = context
  const { externalId, identityId, enabled, search } = input
  const page = await pageOf({
    limit: input.limit,
    list: (limit) => store.keys.list(workspace.id, { limit, after, apiId, externalId, identityId, enabled, search }),
    present: (key) => key,
    positionOf: ({ id }) => id,
  })
  const present = await keyPresenter(context, page.items)
  return { ...page, items: page.items.map(present) }
}
