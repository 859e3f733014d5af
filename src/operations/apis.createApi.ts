import { z } from "zod"
import { apiName } from "../contract/api.ts"
import type { Api } from "../core/model.ts"
import { presentApi } from "../core/wire.ts"
import { mutation } from "./operation.ts"

export const createApi = mutation({
  name: "apis.createApi",
  summary: "Create an API, the set of keys that one service of yours accepts.",
  needs: ["api.*.create_api"],
  input: z.strictObject({ name: apiName }),
  output: z.object({ apiId: z.string() }),
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
    tx.record({
      type: "api.created",
      workspaceId: workspace.id,
      resources: [{ type: "api", id: api.id }],
      changes: { before: null, after: presentApi(api) },
    })
    return { apiId: api.id }
  },
})
