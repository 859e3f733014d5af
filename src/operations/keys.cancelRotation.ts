import { z } from "zod"
import { keyRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { cancelRotation as cancel } from "./shared/keys/rotate-secret.ts"

export const cancelRotation = mutation({
  name: "keys.cancelRotation",
  title: "Cancel a rotation",
  summary: "End the new secret of a key, so that the key has only its previous secret again.",
  isDestructive: true,
  needs: ["api.{apiId}.update_key"],
  input: z.strictObject({ keyId: keyRef }),
  output: z.object({}),
  errors: ["data/key_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, workspace, tx, now, grant }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    grant({ apiId: key.apiId })
    await cancel({ tx, now }, key)
    return {}
  },
})
