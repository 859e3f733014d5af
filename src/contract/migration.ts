import { z } from "zod"
import { millis } from "./primitives.ts"

export const hashAlgorithms = ["sha256", "prefixed_api_key"] as const
export const hashAlgorithm = z.enum(hashAlgorithms).meta({ id: "HashAlgorithm" })
export type HashAlgorithm = z.infer<typeof hashAlgorithm>

export const migration = z
  .object({
    migrationId: z.string(),
    name: z.string().optional(),
    algorithm: hashAlgorithm,
    createdAt: millis,
  })
  .meta({ id: "Migration" })
