import type { z } from "zod"
import { importedKey } from "../../contract/migration.ts"
import { millis, text } from "../../contract/primitives.ts"

/** A key of another system, as keys.migrateKeys takes it, and what else that system knows of it. */
export const foreignKey = importedKey.extend({
  /** Its first characters, for people to tell keys apart. */
  start: text(0, 600).optional(),
  createdAt: millis.max(4_102_444_800_000).optional(),
  lastUsedAt: millis.optional(),
})
export type ForeignKey = z.infer<typeof foreignKey>

/** One key of a source: what is to be imported, or why it cannot be said in the words of Keyward. */
export type Candidate = { readonly line: number; readonly id: string | undefined } & (
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly reason: string }
)
