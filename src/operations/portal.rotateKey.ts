import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { rotatedKey } from "../contract/key.ts"
import { ownKeyRef } from "../contract/portal-view.ts"
import { int } from "../contract/primitives.ts"
import { dayMs } from "../core/durations.ts"
import { preparedMutation } from "./operation.ts"
import { rotateKeySecret } from "./shared/keys/rotate-secret.ts"
import { limitSecrets } from "./shared/portal/limit-secrets.ts"
import { ownKeyForUpdate } from "./shared/portal/own-keys.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"

export const rotateKey = preparedMutation({
  name: "portal.rotateKey",
  title: "Rotate a key as a customer",
  summary: "Give a key of the customer in the portal a new secret. The previous one works until the overlap ends.",
  touches: "one object",
  callers: ["portal"],
  isOfPortal: true,
  needs: ["action.{apiId}.rotate"],
  input: z.strictObject({
    keyId: ownKeyRef,
    overlap: int(0, 7 * dayMs).describe(
      "How long the previous secret still works, in milliseconds; at most a week. 0 ends every earlier secret now.",
    ),
  }),
  output: rotatedKey,
  errors: ["data/key_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", overlap: 86400000 },
  prepare: limitSecrets,
  async run(context) {
    const { input, grant } = context
    const key = await ownKeyForUpdate(context, portalCallerOf(context.caller), input.keyId)
    grant({ apiId: key.apiId })
    if (key.ciphertext !== null) throw notHere()
    return rotateKeySecret(context, key, input.overlap)
  },
})

function notHere() {
  return fault("application/precondition_failed", {
    detail: "The secret of this key is stored, so it cannot be rotated here. Ask the service for a new key.",
  })
}
