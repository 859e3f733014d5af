import { z } from "zod"
import { addressPattern } from "./address-patterns.ts"
import { isIpAddress } from "./cidr.ts"
import { fastParser, plainText } from "./fast-parser.ts"
import { identity } from "./identity.ts"
import { duration, int, meta, millis, ref, text } from "./primitives.ts"
import { limitMaximum, refuseRepeatedNames } from "./ratelimit.ts"

export const codes = [
  "VALID",
  "NOT_FOUND",
  "DISABLED",
  "EXPIRED",
  "FORBIDDEN",
  "INSUFFICIENT_PERMISSIONS",
  "RATE_LIMITED",
  "USAGE_EXCEEDED",
] as const

export type Code = (typeof codes)[number]

const requestedLimit = z
  .strictObject({
    name: text(3, 255),
    cost: int(0, limitMaximum).default(1),
    limit: int(1, limitMaximum).optional(),
    duration: duration.optional(),
  })
  .superRefine(({ limit, duration }, context) => {
    if ((limit === undefined) === (duration === undefined)) return
    const [missing, given] = limit === undefined ? ["limit", "duration"] : ["duration", "limit"]
    context.addIssue({ code: "custom", path: [missing], message: `is required together with \`${given}\`` })
  })
  .meta({ dependentRequired: { limit: ["duration"], duration: ["limit"] } })

const ipAddress = text(1, 64)
  .refine(isIpAddress, { error: "must be an IPv4 or IPv6 address" })
  .meta({ id: "IpAddress", pattern: addressPattern, examples: ["192.0.2.1", "2001:db8::1"] })

const keyLength = { minimum: 1, maximum: 512 }
const queryLength = { minimum: 1, maximum: 1000 }

export const verificationInput = z.strictObject({
  key: text(keyLength.minimum, keyLength.maximum).describe("The key to verify."),
  permissions: text(queryLength.minimum, queryLength.maximum)
    .optional()
    .describe("Permissions that the key must hold, as a query such as `a AND (b OR c)`."),
  credits: z.strictObject({ cost: int(0, 1_000_000_000_000) }).optional(),
  ratelimits: z.array(requestedLimit).max(50).superRefine(refuseRepeatedNames).optional(),
  ip: ipAddress.optional().describe("IP address of the client, checked against the IP allow lists."),
  tags: z
    .array(text(1, 512))
    .max(20)
    .optional()
    .describe(
      "Labels to count the verification under, such as `path=/documents`. Each key counts 100 different sets per hour separately, and the rest together.",
    ),
  migrationId: text(0, 256).optional().describe("Find imported keys only in this migration."),
  keyspaces: z
    .array(ref)
    .min(1)
    .max(100)
    .optional()
    .describe("Ids of the APIs whose keys you accept. A key of any other API is reported as NOT_FOUND."),
})

/** Most requests hold only a key, or a key and a permission query. */
export const fastParseVerification = fastParser<z.infer<typeof verificationInput>>({
  members: { key: plainText(keyLength), permissions: plainText(queryLength) },
  required: ["key"],
})

const evaluatedLimits = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      limit: z.int(),
      duration: z.int(),
      exceeded: z.boolean(),
      remaining: z.int(),
      reset: millis,
      autoApply: z.boolean(),
    })
    .meta({ id: "EvaluatedRatelimit" }),
)

/** Fields of every verification result for a known key. */
const knownKey = {
  keyId: z.string(),
  apiId: z.string(),
  keyspaceId: z.string().describe("The same as `apiId`, with the field name of published Unkey clients."),
  enabled: z.boolean(),
  name: z.string().optional(),
  meta,
  expires: millis.optional(),
  permissions: z.array(z.string()),
  roles: z.array(z.string()),
  identity: identity.optional(),
  credits: z.int().optional().describe("Balance after this call. Absent means unlimited."),
}

/** A union, so that a client's types know the key after a check of `valid` or `code`. */
export const verification = z.union([
  z.object({ valid: z.literal(true), code: z.literal("VALID"), ...knownKey, ratelimits: evaluatedLimits }),
  z.object({
    valid: z.literal(false),
    code: z.enum(codes).exclude(["VALID", "NOT_FOUND"]),
    ...knownKey,
    ratelimits: evaluatedLimits.optional().describe("Present with RATE_LIMITED and USAGE_EXCEEDED."),
  }),
  z.object({ valid: z.literal(false), code: z.literal("NOT_FOUND") }),
])
