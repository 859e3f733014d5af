import { z } from "zod"
import { fault, found } from "../contract/errors.ts"
import { apiRef } from "../contract/primitives.ts"
import { keysOfApi } from "../contract/touches.ts"
import { deletedInEvent } from "../core/event-content.ts"
import { deleted } from "../core/object-events.ts"
import { toWireApi } from "../core/wire.ts"
import { mutation } from "./operation.ts"

export const deleteApi = mutation({
  name: "apis.deleteApi",
  title: "Delete an API",
  summary: "Delete an API for good. Its keys stop working at once.",
  isDestructive: true,
  touches: keysOfApi,
  needs: ["api.{apiId}.delete_api"],
  input: z.strictObject({ apiId: apiRef }),
  output: z.object({}),
  errors: ["data/api_not_found", "application/protected_resource"],
  example: { apiId: "api_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, workspace, tx, now, grant }) {
    const api = found(await tx.apis.find(workspace.id, input.apiId), "data/api_not_found")
    grant({ apiId: api.id })
    if (api.deleteProtection) throw fault("application/protected_resource")
    await tx.apis.delete(api.id, now)
    tx.record({ ...deleted("api", api.id, deletedInEvent(toWireApi(api))), workspaceId: workspace.id })
    return {}
  },
})
