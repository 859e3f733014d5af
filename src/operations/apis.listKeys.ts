import { z } from "zod"
import { found } from "../contract/errors.ts"
import { key } from "../contract/key.ts"
import { checkSorted } from "../contract/list-order.ts"
import { apiRef } from "../contract/primitives.ts"
import { pagedQuery } from "./operation.ts"
import { keyListErrors, keyListShape, listKeysOf } from "./shared/keys/list-keys.ts"
import { keyDecryption } from "./shared/keys/show-keys.ts"

export const listApiKeys = pagedQuery({
  name: "apis.listKeys",
  title: "List the keys of an API",
  summary: "List the keys of an API, including disabled and expired ones.",
  needs: ["api.{apiId}.read_key"],
  mayNeed: [keyDecryption],
  input: checkSorted(
    z.strictObject({
      apiId: apiRef,
      ...keyListShape,
      revalidateKeysCache: z.boolean().default(false).describe("No effect: responses are always current."),
    }),
  ),
  output: z.array(key),
  errors: ["data/api_not_found", ...keyListErrors, "application/precondition_failed"],
  example: { apiId: "api_1CAiZx1YPnJZtcPxTdBGPS", limit: 20 },
  async run(context) {
    const { input, workspace, store } = context
    const api = found(await store.apis.find(workspace.id, input.apiId), "data/api_not_found")
    context.grant({ apiId: api.id }, ...(input.decrypt ? [keyDecryption] : []))
    return listKeysOf(api.id, context)
  },
})
