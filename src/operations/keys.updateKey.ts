import { z } from "zod"
import { creditsPatch, keyPatchShape } from "../contract/key.ts"
import { externalId, keyRef } from "../contract/primitives.ts"
import { itselfWhenDisabled } from "../contract/touches.ts"
import { mutation } from "./operation.ts"
import { requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { rightsToChangeLinks } from "./shared/keys/key-link-rights.ts"
import { updateKeys } from "./shared/keys/update-keys.ts"

export const updateKey = mutation({
  name: "keys.updateKey",
  title: "Change or disable a key",
  summary: "Change a key. Fields that you leave out stay, null removes a value, and a list replaces the old list.",
  touches: itselfWhenDisabled,
  needs: ["api.{apiId}.update_key"],
  mayNeed: rightsToChangeLinks,
  input: z.strictObject({
    keyId: keyRef,
    externalId: externalId
      .nullable()
      .exactOptional()
      .describe("External id of the customer who owns the key. A new one creates an identity; null removes the owner."),
    credits: creditsPatch
      .exactOptional()
      .describe("Credits of the key. Absent fields stay as they are; null makes the key unlimited."),
    ...keyPatchShape,
  }),
  output: z.object({}),
  errors: [
    "data/key_not_found",
    "data/role_not_found",
    "data/permission_not_found",
    "application/precondition_failed",
    "limits/quota_exceeded",
  ],
  example: {
    keyId: "key_1CAiZx1YPnJZtcPxTdBGPS",
    name: "Customer 42, production",
    enabled: true,
    expires: 1893456000000,
  },
  async run(context) {
    const { keyId, ...patch } = context.input
    const key = await requireKeyForUpdate(context, keyId)
    context.grant({ apiId: key.apiId })
    await updateKeys(context, [key], patch)
    return {}
  },
})
