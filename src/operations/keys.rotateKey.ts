import { z } from "zod"
import { longestOverlapMs } from "../contract/bounds.ts"
import { rotatedKey } from "../contract/key.ts"
import { int, keyRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { rightsToAdd, rightsToAddLinks } from "./shared/keys/key-link-rights.ts"
import { keyEncryption, requireKeyVault } from "./shared/keys/key-vault.ts"
import { rotateKeySecret } from "./shared/keys/rotate-secret.ts"

export const rotateKey = mutation({
  name: "keys.rotateKey",
  title: "Rotate a key",
  summary:
    "Give a key a new secret. Its id and everything else stay, and the previous secret works until the overlap ends.",
  touches: "one object",
  needs: ["api.{apiId}.create_key", "api.{apiId}.update_key"],
  mayNeed: [keyEncryption, ...rightsToAddLinks],
  input: z.strictObject({
    keyId: keyRef,
    overlap: int(0, longestOverlapMs).describe(
      "How long the previous secret still works, in milliseconds; at most a year. 0 ends every earlier secret now.",
    ),
  }),
  output: rotatedKey,
  errors: ["data/key_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", overlap: 86400000 },
  async run(context) {
    const { input, grant } = context
    const key = await requireKeyForUpdate(context, input.keyId)
    const recoverable = key.ciphertext !== null
    // The caller sees a secret that has these permissions, as after a reroll.
    const links = { permissions: key.directPermissions, roles: key.roles }
    grant({ apiId: key.apiId }, ...(recoverable ? [keyEncryption] : []), ...rightsToAdd([links]))
    if (recoverable) requireKeyVault(context.vault)
    return rotateKeySecret(context, key, input.overlap)
  },
})
