import { z } from "zod"
import { api, apiName } from "../contract/api.ts"
import { found } from "../contract/errors.ts"
import { ipAllowlistPatch } from "../contract/ip-allowlist.ts"
import { byteLength } from "../contract/key.ts"
import { apiRef, keyPrefix } from "../contract/primitives.ts"
import { ifOneOf, keysOfApi } from "../contract/touches.ts"
import { changesBetween } from "../core/changes.ts"
import type { Api } from "../core/model.ts"
import { updated } from "../core/object-events.ts"
import { toWireApi } from "../core/wire.ts"
import { mutation } from "./operation.ts"

export const updateApi = mutation({
  name: "apis.updateApi",
  title: "Change an API",
  summary: "Change an API: its name, the defaults for new keys, delete protection and IP allow list.",
  touches: ifOneOf(["ipAllowlist"], keysOfApi),
  needs: ["api.{apiId}.update_api"],
  input: z.strictObject({
    apiId: apiRef,
    name: apiName.exactOptional().describe("Name of the API."),
    defaultPrefix: keyPrefix
      .nullable()
      .exactOptional()
      .describe("Prefix of new keys that do not name one. null means none."),
    defaultBytes: byteLength
      .nullable()
      .exactOptional()
      .describe("Random bytes in new keys that do not name a length. null restores the default, 24."),
    deleteProtection: z.boolean().exactOptional().describe("Whether deleting the API is refused."),
    ipAllowlist: ipAllowlistPatch
      .exactOptional()
      .describe(
        "Networks (CIDR) or addresses that may use keys of the API. They replace the old list; `[]` or null means all.",
      ),
  }),
  output: api,
  errors: ["data/api_not_found"],
  example: { apiId: "api_1CAiZx1YPnJZtcPxTdBGPS", defaultPrefix: "acme_live", ipAllowlist: ["10.0.0.0/8"] },
  async run({ input, workspace, tx, now, grant }) {
    const { apiId, ...patch } = input
    const api = found(await tx.apis.find(workspace.id, apiId), "data/api_not_found")
    grant({ apiId: api.id })
    const wanted: Api = { ...api, ...patch, updatedAt: now }
    const changes = changesBetween(toWireApi(api), toWireApi(wanted))
    if (changes === undefined) return toWireApi(api)
    await tx.apis.update(wanted)
    tx.record({ ...updated("api", api.id, changes), workspaceId: workspace.id })
    return toWireApi(wanted)
  },
})
