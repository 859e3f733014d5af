import { z } from "zod"
import { keyRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { finishRotation as finish } from "./shared/keys/rotate-secret.ts"

export const finishRotation = mutation({
  name: "keys.finishRotation",
  title: "Finish a rotation",
  summary: "End the previous secret of a key now, before its overlap ends.",
  isDestructive: true,
  needs: ["api.{apiId}.update_key"],
  input: z.strictObject({ keyId: keyRef }),
  output: z.object({}),
  errors: ["data/key_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, workspace, tx, now, grant }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    grant({ apiId: key.apiId })
    await finish({ tx, now }, key)
    return {}
  },
})
