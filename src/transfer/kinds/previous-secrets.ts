import { z } from "zod"
import { byteLength } from "../../contract/key.ts"
import { keyPrefix, millis } from "../../contract/primitives.ts"
import type { PreviousSecret } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { ciphertext, hash, start } from "../line-fields.ts"
import { type BuildInput, type Built, built } from "./kind.ts"
import { reencryptPlaintext } from "./reencrypt-plaintext.ts"

const previousSecret = z.strictObject({
  hash,
  start,
  prefix: keyPrefix.optional(),
  byteLength: byteLength.optional(),
  ciphertext: ciphertext.optional(),
  startedAt: millis,
  /** 0 if it was ended before its time. */
  expires: millis,
})

/** The secrets that rotations have replaced and that verifications recognize, newest first. */
export const previousSecrets = z.array(previousSecret).max(2)

type SecretEntry = z.infer<typeof previousSecret>

export function previousSecretLine({ imported: _imported, ...secret }: PreviousSecret): SecretEntry {
  return withoutNulls(secret)
}

interface RotatedEntry {
  readonly id: string
  readonly previousSecrets: readonly SecretEntry[]
}

/** The previous secrets of a line. A secret from a file counts as imported, as its key does. */
export function buildPreviousSecrets(input: BuildInput<RotatedEntry>): Built<readonly PreviousSecret[]> {
  const { entry, original, session } = input
  const secrets: PreviousSecret[] = []
  for (const secret of entry.previousSecrets) {
    const reencrypted = reencryptPlaintext({
      ...input,
      session,
      entry: { ...secret, id: entry.id },
      original: { ...secret, id: original.id },
    })
    if (reencrypted.type === "refused") return reencrypted
    const fields = withNulls(secret, "prefix", "byteLength")
    secrets.push({ ...fields, imported: true, ciphertext: reencrypted.model })
  }
  return built(secrets)
}
