import { z } from "zod"
import { pageInput, written } from "../../contract/pagination.ts"
import { externalId, ref, search } from "../../contract/primitives.ts"
import { keyAt } from "../../core/balance.ts"
import { toWireKey } from "../../core/wire.ts"
import type { Context } from "../operation.ts"
import { gatherPage } from "./page.ts"
import { decrypt, keyPresenter, type Showing } from "./show-keys.ts"

/** The input fields that keys.listKeys and apis.listKeys share. */
export const keyListShape = {
  externalId: externalId.optional().describe("Only keys of the identity with this external id."),
  identityId: ref.optional().describe("Only keys of the identity with this id."),
  enabled: z.boolean().optional().describe("Only enabled keys, or only disabled ones."),
  search: search.optional().describe("Only keys whose name, start or id contains this text."),
  ...pageInput,
  decrypt,
}

type Input = z.infer<z.ZodObject<typeof keyListShape>>
type ListContext = Showing & Pick<Context<Input>, "input" | "after">

/** Returns one page of the keys of one API, or of all APIs. The caller must have authorized this. */
export async function listKeysOf(apiId: string | undefined, context: ListContext) {
  const { input, workspace, store, after, now } = context
  const { externalId, identityId, enabled, search } = input
  const { shown, next } = await gatherPage({
    limit: input.limit,
    after,
    list: (query) => store.keys.list(workspace.id, { ...query, apiId, externalId, identityId, enabled, search }),
    present: (key) => toWireKey(keyAt(key, now)),
    positionOf: ({ id }) => id,
  })
  if (!input.decrypt) return { objects: shown.map(({ json }) => json), next }
  // Decrypts only the keys on the page, because each decryption is recorded as an event.
  const keys = shown.map(({ item }) => item)
  const present = await keyPresenter(context, keys)
  return { objects: keys.map((key) => written(present(key))), next }
}
