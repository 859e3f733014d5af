import { z } from "zod"
import { apiName } from "../contract/api.ts"
import type { Api } from "../core/model.ts"
import { created } from "../core/object-events.ts"
import { toWireApi } from "../core/wire.ts"
import { mutation } from "./operation.ts"

export const createApi = mutation({
  name: "apis.createApi",
  title: "Create an API",
  summary: "Create an API: a group of keys that one of your services accepts.",
  touches: "one object",
  needs: ["api.*.create_api"],
  input: z.strictObject({ name: apiName.describe("Name of the API.") }),
  output: z.object({ apiId: z.string().describe("Id of the new API.") }),
  errors: [],
  example: { name: "Payments" },
  async run({ input, workspace, tx, mint, now }) {
    const api: Api = {
      id: mint.id("api"),
      workspaceId: workspace.id,
      name: input.name,
      defaultPrefix: null,
      defaultBytes: null,
      deleteProtection: false,
      ipAllowlist: [],
      createdAt: now,
      updatedAt: null,
    }
    await tx.apis.insert(api)
    tx.record({ ...created("api", api.id, toWireApi(api)), workspaceId: workspace.id })
    return { apiId: api.id }
  },
})
