import { z } from "zod"
import { keyPrefixLength, searchLength } from "./bounds.ts"
import { isQueryWord, slugCharacters, slugLength } from "./slug.ts"

/** The types of docs/contract.md#62-types. Every string has a maximum, and no value is coerced. */

export const maxInteger = Number.MAX_SAFE_INTEGER

export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000")
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) if (character < " " || character === "\u007f") return true
  return false
}

/** Lengths count Unicode code points, as JSON Schema does. */
export const text = (minimum: number, maximum: number) =>
  z
    .string()
    .min(minimum)
    .max(maximum)
    .refine(isCleanText, { error: "must be well-formed Unicode without U+0000", abort: true })

/** Text that others read as the name of something. Hidden and bidirectional characters could make it look like another. */
export const printedText = (minimum: number, maximum: number) =>
  text(minimum, maximum).regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, {
    error: "must not contain control or formatting characters",
  })

/** Turns -0 into 0, because not every store preserves -0. */
export const int = (minimum: number, maximum: number, { error }: { readonly error?: string } = {}) => {
  const atLeast = z.int(error).min(minimum)
  // `z.int()` already checks the largest exact integer; a second check would report the same violation twice.
  const bounded = maximum < maxInteger ? atLeast.max(maximum) : atLeast
  return bounded.overwrite((value) => value + 0)
}

/** null means unlimited. The error names null, because callers cannot guess it. */
export const intOrUnlimited = (minimum: number, maximum: number) =>
  int(minimum, maximum, { error: "must be an integer, or null for unlimited" }).nullable()

export const ref = text(1, 255)
export const apiRef = ref.describe("Id of the API.")
export const keyRef = ref.describe("Id of the key.")
export const workspaceRef = ref
  .optional()
  .describe("Id of the workspace. An operator must name one; a root key acts on its own.")
export const namespaceRefLength = { minimum: 1, maximum: 512 }
export const namespaceRef = text(namespaceRefLength.minimum, namespaceRefLength.maximum)
export const name = text(1, 255)
/** Unix time in milliseconds. Every field says what happens then. */
export const millis = int(0, maxInteger)
export const createdAt = millis.describe("When it was created, in Unix milliseconds.")
export const updatedAt = millis.optional().describe("When it was last changed, in Unix milliseconds. Absent if never.")
export const expiry = int(0, 4_102_444_800_000)
export const durationBounds = { minimum: 1_000, maximum: 31_536_000_000 }
export const duration = int(durationBounds.minimum, durationBounds.maximum).meta({ examples: [60_000] })
export const creditAmount = int(0, maxInteger)
export const creditsOrUnlimited = intOrUnlimited(0, maxInteger)
export const description = text(0, 512)
export const roleName = text(1, 128)
export const planName = text(1, 128)

export const slug = text(slugLength.minimum, slugLength.maximum)
  .regex(slugCharacters, { error: "must contain only letters, digits and . _ - : * /" })
  .refine((value) => !isQueryWord(value), { error: "must not be the word `and` or `or`" })
  .meta({ pattern: "^(?!(?:[Aa][Nn][Dd]|[Oo][Rr])$)[A-Za-z0-9._\\-:*/]*$", examples: ["documents.read"] })

export const externalId = text(1, 255)
  .refine((value) => !hasControlCharacter(value), { error: "must not contain control characters" })
  .meta({ pattern: "^[^\\u0000-\\u001f\\u007f]*$", examples: ["user_42"] })

export const keyPrefix = text(keyPrefixLength.minimum, keyPrefixLength.maximum)
  .regex(/^[A-Za-z0-9_]*$/, { error: "must contain only letters, digits and _" })
  .meta({ examples: ["acme_live"] })

/** Trims the text. An empty search means no filter. */
export const search = text(searchLength.minimum, searchLength.maximum).transform((value) => value.trim() || undefined)

export type Meta = Readonly<Record<string, unknown>>

const metaFields = 100

/** Checked by hand, because a record schema would drop an own `__proto__`. The value is passed through unchanged. */
function metaUpTo(bytes: number, id: string) {
  return (
    z
      .custom<Meta>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
        error: "must be a JSON object",
        abort: true,
      })
      .refine((value) => Object.keys(value).length <= metaFields, { error: `must have at most ${metaFields} fields` })
      // `abort` skips the leaf checks below for a value that is too large.
      .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= bytes, {
        error: `must be at most ${bytes} bytes as compact JSON`,
        abort: true,
      })
      .refine((value) => everyLeaf(value, isCleanLeaf), {
        error: "must contain only well-formed Unicode without U+0000",
      })
      .refine((value) => everyLeaf(value, isFiniteLeaf), { error: "must contain only numbers within ±1.8e308" })
      .meta({
        id,
        type: "object",
        maxProperties: metaFields,
        additionalProperties: true,
        examples: [{ plan: "pro" }],
      })
  )
}

export const meta = metaUpTo(65_536, "Meta")
/** Every verification of a key of the plan shows it, so it is small. */
export const planMeta = metaUpTo(4_096, "PlanMeta")

/** Field names count as leaves too. */
function everyLeaf(value: unknown, holds: (leaf: unknown) => boolean): boolean {
  if (typeof value !== "object" || value === null) return holds(value)
  if (Array.isArray(value)) return value.every((item) => everyLeaf(item, holds))
  return Object.entries(value).every(([name, child]) => holds(name) && everyLeaf(child, holds))
}

function isCleanLeaf(leaf: unknown): boolean {
  return typeof leaf !== "string" || isCleanText(leaf)
}

/** JSON can write 1e400, but it parses as Infinity, which would be returned as null. */
function isFiniteLeaf(leaf: unknown): boolean {
  return typeof leaf !== "number" || Number.isFinite(leaf)
}
