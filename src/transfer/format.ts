import { z } from "zod"
import { millis, text } from "../contract/primitives.ts"
import { kinds } from "./kinds/index.ts"
import { idSchema } from "./line-fields.ts"

/** The lines of an export (docs/export-format.md). Fields without a value are omitted, never null. */

export const formatName = "keyward-export"
export const formatVersion = 6

export const header = z.strictObject({
  kind: z.literal("header"),
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  /** Version of the Keyward release that wrote the file. */
  keyward: text(1, 64),
  createdAt: millis,
  workspaceId: idSchema("ws"),
})

/** Events are an archive of the source installation and are never imported. */
export const eventEntry = z.strictObject({
  kind: z.literal("event"),
  id: idSchema("evt"),
  type: z.string(),
  time: millis,
  actor: z.strictObject({
    type: z.string(),
    id: z.string(),
    name: z.string().optional(),
    sessionId: z.string().optional(),
  }),
  workspaceId: idSchema("ws"),
  resources: z.array(z.strictObject({ type: z.string(), id: z.string() })),
  requestId: z.string().optional(),
  changes: z.strictObject({ before: z.unknown(), after: z.unknown() }),
  previousHash: z.string(),
  hash: z.string(),
  chainVersion: z.int(),
})

/** Lines appear in this order. */
export const kindNames: readonly string[] = [...kinds.map(({ name }) => name), "event"]

/** Returns the kind of a line, or undefined if it is neither a known kind nor the trailer. */
export function kindNameOf(value: unknown): string | undefined {
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined
  return kind === "trailer" ? kind : kindNames.find((one) => one === kind)
}

export const trailer = z.strictObject({
  kind: z.literal("trailer"),
  /** Number of lines per kind; kinds without lines are omitted. */
  counts: z.partialRecord(z.enum(kindNames), z.int().min(1)),
  /** Hex SHA-256 of every byte before this line. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type Header = z.infer<typeof header>
export type EventEntry = z.infer<typeof eventEntry>
export type Trailer = z.infer<typeof trailer>
