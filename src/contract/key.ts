import { z } from "zod"
import { identity } from "./identity.ts"
import { ipAllowlist, ipAllowlistPatch } from "./ip-allowlist.ts"
import { permissionRefs, roleRefs } from "./permission.ts"
import { creditAmount, expiry, externalId, int, keyPrefix, maxInteger, meta, millis, name } from "./primitives.ts"
import { ratelimit, ratelimitInputs } from "./ratelimit.ts"

const refill = z
  .object({
    interval: z.enum(["daily", "monthly"]),
    amount: z.int(),
    refillDay: z.int().optional(),
  })
  .meta({ id: "Refill" })

export const credits = z
  .object({
    remaining: z
      .int()
      .nullable()
      .describe("Number of verifications left. null means unlimited; only keys.updateCredits returns it."),
    refill: refill.optional(),
  })
  .meta({ id: "Credits" })

const refillDay = int(1, 31)
const dailyRefill = z.strictObject({ interval: z.literal("daily"), amount: int(1, maxInteger) })
const monthlyRefill = z.strictObject({ interval: z.literal("monthly"), amount: int(1, maxInteger), refillDay })

export const refillInput = z.discriminatedUnion("interval", [dailyRefill, monthlyRefill]).meta({ id: "RefillInput" })

/** Published Unkey clients send `refillDay` with daily refills too; Keyward ignores it. */
const newKeyRefill = z
  .discriminatedUnion("interval", [
    dailyRefill.extend({ refillDay: refillDay.optional().describe("Ignored: a daily refill happens every day.") }),
    monthlyRefill,
  ])
  .transform((refill) =>
    refill.interval === "monthly" ? refill : { interval: refill.interval, amount: refill.amount },
  )
  .meta({ id: "NewKeyRefill" })

/** Credits of a new key. null means unlimited, and an unlimited key has no refill. */
const creditsInput = z
  .strictObject({ remaining: creditAmount.nullable(), refill: newKeyRefill.optional() })
  .superRefine((value, context) => {
    if (value.remaining === null && value.refill !== undefined) {
      context.addIssue({ code: "custom", path: ["refill"], message: "must be absent when `remaining` is null" })
    }
  })
  .meta({
    id: "CreditsInput",
    if: { properties: { remaining: { type: "null" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that is never awaited.
    then: { properties: { refill: false } },
  })

/**
 * A change of credits. Absent fields stay unchanged; null means unlimited or no refill. An unlimited key has no
 * refill.
 */
export const creditsPatch = z
  .strictObject({ remaining: creditAmount.nullable().optional(), refill: refillInput.nullable().optional() })
  .nullable()
  .meta({ id: "CreditsPatch" })

/** The same for many keys, which differ in what remains. */
export const refillPatch = z
  .strictObject({ refill: refillInput.nullable().optional() })
  .nullable()
  .meta({ id: "RefillPatch" })

export const byteLength = int(16, 255)

/** Fields of every new key, minted or imported. */
export const newKeyShape = {
  name: name.optional().describe("Name of the key, for people."),
  externalId: externalId
    .optional()
    .describe("External id of the customer who owns the key. A new one creates an identity."),
  meta: meta.default({}).describe("Your own data about the key, returned with every verification."),
  roles: roleRefs.default([]).describe("Roles that the key holds, by id or name."),
  permissions: permissionRefs.default([]).describe("Permissions that the key holds, by id or slug."),
  expires: expiry.optional().describe("When the key expires, in Unix milliseconds. Default: never."),
  credits: creditsInput.optional(),
  ratelimits: ratelimitInputs.default([]),
  enabled: z.boolean().default(true).describe("Whether the key works."),
}

/** Fields of a new key that Keyward mints. */
export const mintedKeyShape = {
  prefix: keyPrefix.optional().describe("Prefix of the key, such as `acme_live`. Default: that of the API."),
  byteLength: byteLength.optional().describe("Random bytes in the key. Default: that of the API, or 24."),
  ...newKeyShape,
  recoverable: z.boolean().default(false).describe("Store the plaintext encrypted, so that it can be shown again."),
  ipAllowlist: ipAllowlist.default([]).describe("Networks (CIDR) or addresses that may use the key. Empty means all."),
}

/** Fields of a change that one key or many can get. An absent field stays as it is. */
export const keyPatchShape = {
  name: name.nullable().exactOptional().describe("Name of the key, for people."),
  meta: meta
    .nullable()
    .transform((value) => value ?? {})
    .exactOptional()
    .describe("Your own data about the key. It replaces all old data."),
  expires: expiry.nullable().exactOptional().describe("When the key expires, in Unix milliseconds; null means never."),
  ratelimits: ratelimitInputs.exactOptional(),
  enabled: z.boolean().exactOptional().describe("Whether the key works."),
  roles: roleRefs.exactOptional().describe("Roles that the key holds, by id or name."),
  permissions: permissionRefs.exactOptional().describe("Permissions that the key holds, by id or slug."),
  ipAllowlist: ipAllowlistPatch
    .exactOptional()
    .describe("Networks (CIDR) or addresses that may use the key. Empty means all."),
}

export const permanentDeletion = z
  .boolean()
  .describe("Also erase the record with its hash and ciphertext. Events stay.")

export const key = z
  .object({
    keyId: z.string(),
    apiId: z.string(),
    start: z.string(),
    enabled: z.boolean(),
    name: z.string().optional(),
    meta: meta.optional().describe("Absent only when a key describes itself."),
    createdAt: millis,
    updatedAt: millis.optional(),
    lastUsedAt: millis.optional(),
    expires: millis.optional(),
    permissions: z.array(z.string()),
    roles: z.array(z.string()),
    credits: credits.optional(),
    identity: identity.optional(),
    ratelimits: z.array(ratelimit),
    ipAllowlist: z.array(z.string()),
    recoverable: z.boolean(),
    plaintext: z.string().optional(),
  })
  .meta({ id: "Key" })
export type Key = z.infer<typeof key>

/** The response of every operation that creates a key. No other response shows the plaintext. */
export const mintedKey = z.object({ keyId: z.string(), key: z.string() }).meta({ id: "MintedKey" })
