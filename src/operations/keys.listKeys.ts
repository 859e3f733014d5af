import { z } from "zod"
import { found } from "../contract/errors.ts"
import { key } from "../contract/key.ts"
import { keyFilter } from "../contract/key-filter.ts"
import { checkSorted } from "../contract/list-order.ts"
import { pagedQuery } from "./operation.ts"
import { keyListErrors, keyListShape, listKeysOf } from "./shared/keys/list-keys.ts"
import { keyDecryption } from "./shared/keys/show-keys.ts"

export const listKeys = pagedQuery({
  name: "keys.listKeys",
  title: "List keys",
  summary: "List the keys of the workspace, including disabled and expired ones.",
  also: [{ method: "POST", path: "/v1/keys.listKeys" }],
  needs: ["api.{apiId}.read_key"],
  mayNeed: [keyDecryption],
  input: checkSorted(z.strictObject({ ...keyFilter.shape, ...keyListShape })),
  output: z.array(key),
  errors: ["data/api_not_found", ...keyListErrors, "application/precondition_failed"],
  example: { externalId: "user_42", limit: 20 },
  async run(context) {
    const { input, workspace, store } = context
    const api = input.apiId === undefined ? undefined : await store.apis.find(workspace.id, input.apiId)
    if (input.apiId !== undefined) found(api, "data/api_not_found")
    context.grant({ apiId: api?.id ?? "*" }, ...(input.decrypt ? [keyDecryption] : []))
    return listKeysOf(api?.id, context)
  },
})
