import { z } from "zod"
import { isIpAddress } from "./cidr.ts"
import { identity } from "./identity.ts"
import { duration, int, isCleanText, meta, millis, text } from "./primitives.ts"
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

const keyLength = { minimum: 1, maximum: 512 }

export const verificationInput = z.strictObject({
  key: text(keyLength.minimum, keyLength.maximum),
  permissions: text(1, 1000).optional().describe("A permission query such as `a AND (b OR c)`."),
  credits: z.strictObject({ cost: int(0, 1_000_000_000_000) }).optional(),
  ratelimits: z.array(requestedLimit).max(50).superRefine(refuseRepeatedNames).optional(),
  ip: text(1, 64).refine(isIpAddress, { error: "must be an IPv4 or IPv6 address" }).optional(),
  tags: z.array(text(1, 512)).max(20).optional(),
  migrationId: text(0, 256).optional(),
})

/**
 * Most requests hold a key and nothing else. These are accepted by hand, which takes a tenth of the time; whatever is
 * not such a request, right or wrong, is left to the schema.
 */
export function acceptPlainVerification(body: unknown): { readonly key: string } | undefined {
  if (typeof body !== "object" || body === null || !("key" in body)) return undefined
  for (const member in body) if (member !== "key") return undefined
  const { key } = body
  if (typeof key !== "string" || key.length < keyLength.minimum || key.length > keyLength.maximum) return undefined
  return isCleanText(key) ? { key } : undefined
}

export const verification = z.object({
  valid: z.boolean(),
  code: z.enum(codes),
  keyId: z.string().optional(),
  apiId: z.string().optional(),
  enabled: z.boolean().optional(),
  name: z.string().optional(),
  meta: meta.optional(),
  expires: millis.optional(),
  permissions: z.array(z.string()).optional(),
  roles: z.array(z.string()).optional(),
  identity: identity.optional(),
  credits: z.int().optional().describe("Balance after this call; absent means unlimited."),
  ratelimits: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        limit: z.int(),
        duration: z.int(),
        exceeded: z.boolean(),
        remaining: z.int(),
        reset: millis,
        autoApply: z.boolean(),
      }),
    )
    .optional(),
})
