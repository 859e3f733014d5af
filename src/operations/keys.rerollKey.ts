import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { mintedKey } from "../contract/key.ts"
import { expiry, keyRef } from "../contract/primitives.ts"
import { changesBetween } from "../core/changes.ts"
import { keyInEvent } from "../core/event-content.ts"
import type { KeyDetails } from "../core/model.ts"
import { livingSecret } from "../core/rotation.ts"
import { mutation } from "./operation.ts"
import { keyResources, requireKeyForUpdate } from "./shared/keys/change-key.ts"
import { issueKey } from "./shared/keys/issue-key.ts"
import { rightsToAdd, rightsToAddLinks } from "./shared/keys/key-link-rights.ts"
import { keyEncryption, requireKeyVault } from "./shared/keys/key-vault.ts"
import { shapeLike } from "./shared/keys/shape-like.ts"

export const rerollKey = mutation({
  name: "keys.rerollKey",
  title: "Reroll a key",
  summary:
    "Replace a key with a new one that has another id, the same settings and the same credits. The old key expires after the given time.",
  touches: "one object",
  needs: ["api.{apiId}.create_key"],
  mayNeed: [keyEncryption, ...rightsToAddLinks],
  input: z.strictObject({
    keyId: keyRef,
    expiration: expiry.describe("Milliseconds from now until the old key expires."),
  }),
  output: mintedKey,
  errors: ["data/key_not_found", "application/precondition_failed"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", expiration: 86400000 },
  async run({ input, workspace, tx, mint, vault, now, grant }) {
    const old = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    const recoverable = old.ciphertext !== null
    const copiedLinks = { permissions: old.directPermissions, roles: old.roles }
    grant({ apiId: old.apiId }, ...(recoverable ? [keyEncryption] : []), ...rightsToAdd([copiedLinks]))
    if (recoverable) requireKeyVault(vault)
    requireNoRotation(old, now)
    const successor = await issueKey(
      { tx, mint, vault, now },
      {
        ...old,
        ...(await shapeLike(tx, old)),
        ratelimits: old.ratelimits.map((ratelimit) => ({ ...ratelimit, id: mint.id("rl") })),
        recoverable,
      },
    )
    // A reroll never makes the old key expire later.
    const end = now + input.expiration
    const ending: KeyDetails = { ...old, expires: Math.min(end, old.expires ?? end), updatedAt: now }
    const changes = changesBetween(keyInEvent(old), keyInEvent(ending))
    if (changes !== undefined) await tx.keys.update(old, ending)
    const [itself, ...owners] = keyResources(old)
    tx.record({
      type: "key.rerolled",
      workspaceId: workspace.id,
      resources: [itself, { type: "key", id: successor.keyId }, ...owners],
      changes: changes ?? { before: {}, after: {} },
    })
    return successor
  },
})

/** Otherwise the old key would have two secrets, and neither belongs to the new key. */
function requireNoRotation(key: KeyDetails, now: number): void {
  if (livingSecret(key, now) === undefined) return
  const detail = `A rotation of the key ${key.id} is in progress. Finish or cancel it first.`
  throw fault("application/precondition_failed", { detail })
}
