import type { z } from "zod"
import { importedKey } from "../../contract/migration.ts"
import { millis, text } from "../../contract/primitives.ts"

/** A key from another system: the input of keys.migrateKeys, plus fields that only an import can set. */
export const foreignKey = importedKey.extend({
  /** The first characters of the key, which help people recognize it. */
  start: text(0, 600).optional(),
  createdAt: millis.max(4_102_444_800_000).optional(),
  lastUsedAt: millis.optional(),
})
export type ForeignKey = z.infer<typeof foreignKey>

/** One key of a source: the values to import, or the reason why Keyward cannot represent it. */
export type Candidate = { readonly line: number; readonly id: string | undefined } & (
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly reason: string }
)
