import { z } from "zod"
import { addressPattern } from "./address-patterns.ts"
import { keyLength } from "./bounds.ts"
import { isIpAddress } from "./cidr.ts"
import { fastParser, plainText } from "./fast-parser.ts"
import { identity } from "./identity.ts"
import { duration, int, meta, millis, ref, text } from "./primitives.ts"
import { balances } from "./quota.ts"
import { limitMaximum, refuseRepeatedNames } from "./ratelimit.ts"
import { codes, explainCodes } from "./verdicts.ts"

const requestedLimit = z
  .strictObject({
    name: text(3, 255).describe("Name of a rate limit of the key or its identity, or of an inline limit."),
    cost: int(0, limitMaximum).default(1).describe("How much to count. 0 checks without counting."),
    limit: int(1, limitMaximum)
      .optional()
      .describe("How much is allowed per window. With `duration`, an inline limit. Default: that of the named limit."),
    duration: duration
      .optional()
      .describe(
        "Length of the sliding window in milliseconds. Send it with `limit`. Default: that of the named limit.",
      ),
  })
  .superRefine(({ limit, duration }, context) => {
    if ((limit === undefined) === (duration === undefined)) return
    const [missing, given] = limit === undefined ? ["limit", "duration"] : ["duration", "limit"]
    context.addIssue({ code: "custom", path: [missing], message: `is required together with \`${given}\`` })
  })
  .meta({
    dependentRequired: { limit: ["duration"], duration: ["limit"] },
    examples: [{ name: "tokens", cost: 5 }],
  })

const ipAddress = text(1, 64)
  .refine(isIpAddress, { error: "must be an IPv4 or IPv6 address" })
  .meta({ id: "IpAddress", pattern: addressPattern, examples: ["192.0.2.1", "2001:db8::1"] })

const queryLength = { minimum: 1, maximum: 1000 }

export const costMaximum = 1_000_000_000_000

export const verificationInput = z.strictObject({
  key: text(keyLength.minimum, keyLength.maximum).meta({
    description: "The key to verify.",
    examples: ["acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ"],
  }),
  permissions: text(queryLength.minimum, queryLength.maximum)
    .optional()
    .meta({
      description: "Permissions that the key must hold, as a query such as `a AND (b OR c)`.",
      examples: ["documents.read OR documents.write"],
    }),
  credits: z
    .strictObject({
      cost: int(0, costMaximum).describe("Credits to spend. 0 spends none."),
      reserve: z
        .boolean()
        .optional()
        .describe("Reserve the cost instead of spending it, until credits.commit charges what it turned out to be."),
      expiresIn: int(1_000, 86_400_000)
        .optional()
        .describe(
          "Milliseconds until a reservation that nobody commits is given back. Default: 600,000, ten minutes. Send it with `reserve`.",
        ),
    })
    .superRefine(({ reserve, expiresIn }, context) => {
      if (expiresIn === undefined || reserve === true) return
      context.addIssue({ code: "custom", path: ["expiresIn"], message: "must be absent without `reserve: true`" })
    })
    .meta({
      if: { required: ["expiresIn"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that is never awaited.
      then: { required: ["reserve"], properties: { reserve: { const: true } } },
    })
    .optional()
    .describe("What the verification costs. Default: 1 credit. Keys without credits or a metered identity ignore it."),
  ratelimits: z
    .array(requestedLimit)
    .max(50)
    .superRefine(refuseRepeatedNames)
    .optional()
    .describe("Rate limits to check, besides those with `autoApply`. Names must differ."),
  ip: ipAddress.optional().describe("IP address of the client, checked against the IP allow lists."),
  tags: z
    .array(text(1, 512))
    .max(20)
    .optional()
    .meta({
      description:
        "Labels to count the verification under, such as `path=/documents`. For each key, 100 different sets of labels per hour are counted separately, and the rest together.",
      examples: [["path=/documents", "region=eu"]],
    }),
  migrationId: text(0, 256)
    .optional()
    .describe(
      "Find keys that were imported as `prefixed_api_key` only in this migration. Other keys are found anyway.",
    ),
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
      id: z.string().describe("Id of the rate limit. Empty for an inline limit."),
      name: z.string().describe("Name of the rate limit."),
      limit: z.int().describe("How much is allowed per window."),
      duration: z.int().describe("Length of the sliding window in milliseconds."),
      exceeded: z.boolean().describe("Whether this limit alone refuses the verification."),
      remaining: z
        .int()
        .describe("How much is left in the window after this call. A refused verification counts nothing."),
      reset: millis.describe(
        "When the current window ends, in Unix milliseconds. The window slides, so room comes back gradually.",
      ),
      autoApply: z.boolean().describe("Whether every verification checks the limit."),
    })
    .meta({ id: "EvaluatedRatelimit" }),
)

/** Fields of every verification result for a known key. */
const knownKey = {
  keyId: z.string().describe("Id of the key."),
  apiId: z.string().describe("Id of the API that the key belongs to."),
  keyspaceId: z.string().describe("The same as `apiId`, with the field name of published Unkey clients."),
  enabled: z.boolean().describe("Whether the key works."),
  name: z.string().optional().describe("Name of the key, for people. Absent if it has none."),
  meta: meta.describe("Your own data about the key; `{}` if there is none."),
  expires: millis.optional().describe("When the key expires, in Unix milliseconds. Absent means never."),
  permissions: z
    .array(z.string())
    .describe("Slugs of the permissions that the key holds, directly or through roles, ascending."),
  roles: z.array(z.string()).describe("Names of the roles that the key holds, ascending."),
  identity: identity.optional().describe("The customer who owns the key. Absent if none."),
  credits: z
    .int()
    .optional()
    .describe(
      "The most that one more call may cost: the least of what key and identity have left. Absent means unlimited.",
    ),
  balances: balances
    .optional()
    .describe("What key and identity have left after this call, one by one. Absent if nothing is counted."),
  matchedSecret: z
    .enum(["current", "previous"])
    .optional()
    .describe(
      "Which secret of a rotated key was verified: `previous` for one that a rotation has replaced, `current` while the previous one still works too. Otherwise absent.",
    ),
}

/** A known key is never reported as NOT_FOUND. */
const refusals = z.enum(codes).exclude(["VALID", "NOT_FOUND"])

/** A union, so that a client's types know the key after a check of `valid` or `code`. */
export const verification = z.union([
  z.object({
    valid: z.literal(true).describe("Let the request pass."),
    code: z.literal("VALID").describe(explainCodes(["VALID"])),
    ...knownKey,
    reservationId: z
      .string()
      .optional()
      .describe("Id of the reservation, for credits.commit. Absent if nothing was reserved."),
    reservationExpires: millis
      .optional()
      .describe(
        "When the reservation is given back unless it is committed, in Unix milliseconds. Absent if nothing was reserved.",
      ),
    ratelimits: evaluatedLimits.describe("The rate limits that were checked, ascending by name."),
  }),
  z.object({
    valid: z.literal(false).describe("Refuse the request."),
    code: refusals.describe(`Why: the first check that failed. ${explainCodes(refusals.options)}`),
    ...knownKey,
    exhausted: z
      .enum(["key", "identity"])
      .optional()
      .describe(
        "What was too low for the cost: credits of the key, or quota and credits of its identity. Only with `USAGE_EXCEEDED`.",
      ),
    ratelimits: evaluatedLimits
      .optional()
      .describe("The rate limits that were checked. Present with `RATE_LIMITED` and `USAGE_EXCEEDED`."),
  }),
  z.object({
    valid: z.literal(false).describe("Refuse the request."),
    code: z.literal("NOT_FOUND").describe(explainCodes(["NOT_FOUND"])),
  }),
])
