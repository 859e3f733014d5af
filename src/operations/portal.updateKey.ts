import { z } from "zod"
import { ipAllowlistPatch } from "../contract/ip-allowlist.ts"
import { ownKeyRef } from "../contract/portal-view.ts"
import { printedText } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { changeKey } from "./shared/keys/change-key.ts"
import { ownKeyForUpdate } from "./shared/portal/own-keys.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"

const renaming = "action.{apiId}.rename"
const restricting = "action.{apiId}.restrict"

export const updateKey = mutation({
  name: "portal.updateKey",
  title: "Change a key as a customer",
  summary: "Rename a key of the customer in the portal, or limit it to networks.",
  touches: "one object",
  callers: ["portal"],
  isOfPortal: true,
  needs: [],
  mayNeed: [renaming, restricting],
  input: z.strictObject({
    keyId: ownKeyRef,
    name: printedText(1, 64).optional().describe("New name of the key."),
    ipAllowlist: ipAllowlistPatch
      .optional()
      .describe(
        "Networks (CIDR) or addresses that may use the key. They replace the old list; `[]` or null means all.",
      ),
  }),
  output: z.object({}),
  errors: ["data/key_not_found"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", name: "Production" },
  async run(context) {
    const { input, tx, now, grant } = context
    const key = await ownKeyForUpdate(context, portalCallerOf(context.caller), input.keyId)
    const { name = key.name, ipAllowlist = key.ipAllowlist } = input
    const actions = [
      ...(input.name === undefined ? [] : [renaming]),
      ...(input.ipAllowlist === undefined ? [] : [restricting]),
    ]
    grant({ apiId: key.apiId }, ...actions)
    await changeKey({ tx, now }, key, { ...key, name, ipAllowlist })
    return {}
  },
})
