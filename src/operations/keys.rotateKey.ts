import { z } from "zod"
import { longestOverlapMs } from "../contract/bounds.ts"
import { fault } from "../contract/errors.ts"
import { rotatedKey } from "../contract/key.ts"
import { int, keyRef } from "../contract/primitives.ts"
import type { KeyDetails } from "../core/model.ts"
import { livingSecret } from "../core/rotation.ts"
import { mutation } from "./operation.ts"
import { requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { rightsToAdd, rightsToAddLinks } from "./shared/keys/key-link-rights.ts"
import { keyEncryption, requireKeyVault } from "./shared/keys/key-vault.ts"
import { startRotation } from "./shared/keys/rotate-secret.ts"
import { shapeLike } from "./shared/keys/shape-like.ts"

export const rotateKey = mutation({
  name: "keys.rotateKey",
  title: "Rotate a key",
  summary:
    "Give a key a new secret. Its id and everything else stay, and the previous secret works until the overlap ends.",
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
  async run({ input, workspace, tx, mint, vault, now, grant }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    const recoverable = key.ciphertext !== null
    // The caller sees a secret that has these permissions, as after a reroll.
    const links = { permissions: key.directPermissions, roles: key.roles }
    grant({ apiId: key.apiId }, ...(recoverable ? [keyEncryption] : []), ...rightsToAdd([links]))
    if (recoverable) requireKeyVault(vault)
    requireRotatable(key, { overlap: input.overlap, now })
    const shape = await shapeLike(tx, key)
    const { plaintext, start, hash } = mint.key(shape)
    const ciphertext = recoverable ? vault.sealKey(plaintext, key.id) : null
    const secret = { ...shape, hash, start, ciphertext, imported: false }
    await startRotation({ tx, now }, key, { secret, overlap: input.overlap })
    return { keyId: key.id, key: plaintext, previousExpires: now + input.overlap }
  },
})

function requireRotatable(key: KeyDetails, { overlap, now }: { readonly overlap: number; readonly now: number }): void {
  if (key.algorithm === "prefixed_api_key") {
    const detail = `Only a part of the secret of ${key.id} is known until its first verification. Verify it once, or reroll it.`
    throw fault("application/precondition_failed", { detail })
  }
  if (overlap > 0 && livingSecret(key, now) !== undefined) {
    const detail = `The key ${key.id} already has two secrets that work. Finish or cancel its rotation, or rotate it with an overlap of 0, which ends both.`
    throw fault("application/precondition_failed", { detail })
  }
}
