import { z } from "zod"
import { newKeyShape } from "./key.ts"
import { millis } from "./primitives.ts"

export const hashAlgorithm = z.enum(["sha256", "prefixed_api_key"]).meta({ id: "HashAlgorithm" })
export type HashAlgorithm = z.infer<typeof hashAlgorithm>

/** The last of 32 bytes leaves four significant bits, so only these characters can precede the padding. */
const sha256 = /^([0-9A-Fa-f]{64}|[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/

/** The SHA-256 of a whole key, or of its long token, as the other system stored it. */
const importedHash = z.string().max(64, { abort: true }).regex(sha256, {
  error: "must be a SHA-256 as 64 hex digits or as 44 characters of padded base64",
})

export const importedKey = z.strictObject({
  hash: importedHash,
  algorithm: hashAlgorithm.optional().describe("Default: the algorithm of the migration, or `sha256`."),
  ...newKeyShape,
})
export type ImportedKey = z.infer<typeof importedKey>

export const migration = z
  .object({
    migrationId: z.string(),
    name: z.string().optional(),
    algorithm: hashAlgorithm,
    createdAt: millis,
  })
  .meta({ id: "Migration" })
