import { z } from "zod"
import { api } from "../contract/api.ts"
import { found } from "../contract/errors.ts"
import { apiRef } from "../contract/primitives.ts"
import { toWireApi } from "../core/wire.ts"
import { query } from "./operation.ts"

export const getApi = query({
  name: "apis.getApi",
  title: "Show an API",
  summary: "Show an API.",
  needs: ["api.{apiId}.read_api"],
  input: z.strictObject({ apiId: apiRef }),
  output: api,
  errors: ["data/api_not_found"],
  example: { apiId: "api_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, workspace, store, grant }) {
    const api = found(await store.apis.find(workspace.id, input.apiId), "data/api_not_found")
    grant({ apiId: api.id })
    return toWireApi(api)
  },
})
