import { z } from "zod"
import { ownKeyRef } from "../contract/portal-view.ts"
import { mutation } from "./operation.ts"
import { deleteKeys } from "./shared/keys/delete-keys.ts"
import { ownKeyForUpdate } from "./shared/portal/own-keys.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"

export const deletePortalKey = mutation({
  name: "portal.deleteKey",
  title: "Revoke a key as a customer",
  summary: "Revoke a key of the customer in the portal for good.",
  isDestructive: true,
  callers: ["portal"],
  isOfPortal: true,
  needs: ["action.{apiId}.revoke"],
  input: z.strictObject({ keyId: ownKeyRef }),
  output: z.object({}),
  errors: ["data/key_not_found"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" },
  async run(context) {
    const { input, tx, now, grant } = context
    const key = await ownKeyForUpdate(context, portalCallerOf(context.caller), input.keyId)
    grant({ apiId: key.apiId })
    await deleteKeys({ tx, now }, [key])
    return {}
  },
})
