import { z } from "zod"
import { ownKeyRef } from "../contract/portal-view.ts"
import { mutation } from "./operation.ts"
import { finishRotation as finish } from "./shared/keys/rotate-secret.ts"
import { ownKeyForUpdate } from "./shared/portal/own-keys.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"

export const finishPortalRotation = mutation({
  name: "portal.finishRotation",
  title: "Finish a rotation as a customer",
  summary: "End the previous secret of a key of the customer in the portal now.",
  isDestructive: true,
  callers: ["portal"],
  isOfPortal: true,
  needs: ["action.{apiId}.rotate"],
  input: z.strictObject({ keyId: ownKeyRef }),
  output: z.object({}),
  errors: ["data/key_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" },
  async run(context) {
    const { input, tx, now, grant } = context
    const key = await ownKeyForUpdate(context, portalCallerOf(context.caller), input.keyId)
    grant({ apiId: key.apiId })
    await finish({ tx, now }, key)
    return {}
  },
})
