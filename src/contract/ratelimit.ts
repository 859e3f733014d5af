import { z } from "zod"
import { fastParser, plainInteger, plainText } from "./fast-parser.ts"
import {
  createdAt,
  duration,
  durationBounds,
  int,
  millis,
  namespaceRef,
  namespaceRefLength,
  text,
} from "./primitives.ts"

export const limitMaximum = 1_000_000_000

const texts = {
  limit: "How much is allowed per window.",
  duration: "Length of the sliding window in milliseconds.",
  autoApply: "Whether every verification checks the limit. Otherwise only those that name it.",
}

export const ratelimit = z
  .object({
    id: z.string().describe("Id of the rate limit."),
    name: z.string().describe("Name of the rate limit. Verifications name it."),
    limit: z.int().describe(texts.limit),
    duration: z.int().describe(texts.duration),
    autoApply: z.boolean().describe(texts.autoApply),
  })
  .meta({ id: "Ratelimit" })

export const ratelimitName = text(3, 128)

const ratelimitInput = z
  .strictObject({
    name: ratelimitName.describe("Name of the rate limit, unique in the list. Verifications name it."),
    limit: int(1, limitMaximum).describe(texts.limit),
    duration: duration.describe(texts.duration),
    autoApply: z.boolean().default(false).describe(texts.autoApply),
  })
  .meta({ id: "RatelimitInput", examples: [{ name: "requests", limit: 100, duration: 60_000, autoApply: true }] })
export type RatelimitInput = z.infer<typeof ratelimitInput>

/** The whole set of a key or an identity. It replaces the stored set. */
export const ratelimitInputs = z.array(ratelimitInput).max(50).superRefine(refuseRepeatedNames)

export function refuseRepeatedNames(entries: readonly { readonly name: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>()
  entries.forEach(({ name }, index) => {
    if (seen.has(name)) {
      context.addIssue({ code: "custom", path: [index, "name"], message: "must be unique in the array" })
    }
    seen.add(name)
  })
}

export const override = z
  .object({
    overrideId: z.string().describe("Id of the override."),
    identifier: z.string().meta({
      description: "An identifier, or a pattern in which `*` stands for any characters.",
      examples: ["premium_*"],
    }),
    limit: z.int().describe("How much is allowed per window. 0 denies everything."),
    duration: z.int().describe(texts.duration),
  })
  .meta({ id: "Override" })

export const namespace = z
  .object({
    id: z.string().describe("Id of the namespace."),
    name: z.string().describe("Name of the namespace. It is unique in the workspace."),
    createdAt,
  })
  .meta({ id: "Namespace" })

const identifierLength = { minimum: 1, maximum: 512 }

/** The subject of a limit, such as a user or an address. In an override, `*` matches any characters. */
export const identifier = text(identifierLength.minimum, identifierLength.maximum)

/** At most 8 `*`, because each one adds a text search to every match. */
export const overrideIdentifier = identifier
  .regex(/^[^*]*(\*[^*]*){0,8}$/, { error: "must contain at most 8 `*`" })
  .meta({ pattern: "^[^*\\u0000]*(?:\\*[^*\\u0000]*){0,8}$" })

/** Limits per namespace: patterns are tried one by one, and all overrides are counted before one is added. */
export const overrideMaximum = { patterns: 1_000, overrides: 50_000 }

export const limitRequest = z.strictObject({
  namespace: namespaceRef.describe("Id or name of the namespace. A new name creates it."),
  identifier: identifier.describe("What the limit counts for, such as a user id or an IP address."),
  limit: int(1, limitMaximum).describe("How much is allowed per window, unless an override says otherwise."),
  duration: duration.describe(texts.duration),
  cost: int(0, limitMaximum).default(1).describe("How much to count. 0 checks without counting."),
})
export type LimitRequest = z.infer<typeof limitRequest>

const fastParsePartial = fastParser<z.input<typeof limitRequest>>({
  members: {
    namespace: plainText(namespaceRefLength),
    identifier: plainText(identifierLength),
    limit: plainInteger({ minimum: 1, maximum: limitMaximum }),
    duration: plainInteger(durationBounds),
    cost: plainInteger({ minimum: 0, maximum: limitMaximum }),
  },
  required: ["namespace", "identifier", "limit", "duration"],
})

export function fastParseLimit(body: unknown): LimitRequest | undefined {
  const request = fastParsePartial(body)
  return request && { ...request, cost: request.cost ?? 1 }
}

/** The result of one check in ratelimit.limit and ratelimit.multiLimit, without `success`. */
export const limitState = {
  limit: z.int().describe("The limit that was applied."),
  remaining: z.int().describe("How much is left in the window after this call. A denied check counts nothing."),
  reset: millis.describe(
    "When the current window ends, in Unix milliseconds. The window slides, so room comes back gradually.",
  ),
  overrideId: z.string().optional().describe("Id of the override that was applied. Absent if none was."),
}
