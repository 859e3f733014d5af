import { z } from "zod"
import { newKeyShape } from "./key.ts"
import { createdAt } from "./primitives.ts"

export const hashAlgorithm = z.enum(["sha256", "prefixed_api_key"]).meta({
  id: "HashAlgorithm",
  description: "What was hashed: the whole key (`sha256`), or the part after the last `_` (`prefixed_api_key`).",
})
export type HashAlgorithm = z.infer<typeof hashAlgorithm>

/** The last of 32 bytes leaves four significant bits, so only these characters can precede the padding. */
const sha256 = /^([0-9A-Fa-f]{64}|[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/

/** The SHA-256 of a whole key, or of its long token, as the other system stored it. */
const importedHash = z.string().max(64, { abort: true }).regex(sha256, {
  error: "must be a SHA-256 as 64 hex digits or as 44 characters of padded base64",
})

export const importedKey = z.strictObject({
  hash: importedHash.meta({
    description: "SHA-256 of the key, as 64 hex digits or 44 characters of padded base64.",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  }),
  algorithm: hashAlgorithm
    .optional()
    .describe(
      "What was hashed: the whole key (`sha256`), or the part after the last `_` (`prefixed_api_key`). Default: that of the migration, or `sha256`.",
    ),
  ...newKeyShape,
})
export type ImportedKey = z.infer<typeof importedKey>

export const migration = z
  .object({
    migrationId: z.string().describe("Id of the migration."),
    name: z.string().optional().describe("Name of the migration, for people. Absent if it has none."),
    algorithm: hashAlgorithm.describe("How the other system hashed its keys."),
    createdAt,
  })
  .meta({ id: "Migration" })
