import { z } from "zod"
import { keyBytes } from "./bounds.ts"
import { identity } from "./identity.ts"
import { ipAllowlist, ipAllowlistPatch } from "./ip-allowlist.ts"
import { permissionRefs, roleRefs } from "./permission.ts"
import {
  createdAt,
  creditAmount,
  creditsOrUnlimited,
  expiry,
  externalId,
  int,
  keyPrefix,
  maxInteger,
  meta,
  millis,
  name,
  updatedAt,
} from "./primitives.ts"
import { balances, lowAt } from "./quota.ts"
import { ratelimit, ratelimitInputs } from "./ratelimit.ts"

const refillTexts = {
  interval: "`daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refillDay`.",
  amount: "Balance after a refill. It replaces what remains.",
  refillDay: "Day of a monthly refill, 1 to 31; in a shorter month, its last day.",
}

const refill = z
  .object({
    interval: z.enum(["daily", "monthly"]).describe(refillTexts.interval),
    amount: z.int().describe(refillTexts.amount),
    refillDay: z.int().optional().describe(`${refillTexts.refillDay} Absent if the refill is daily.`),
  })
  .meta({ id: "Refill" })

export const credits = z
  .object({
    remaining: z.int().nullable().describe("Credits left. null means unlimited; only keys.updateCredits returns it."),
    reserved: z
      .int()
      .optional()
      .describe("Credits that reservations hold until they are committed or run out. Absent if none do."),
    refill: refill.optional().describe("Sets the balance again every day or month. Absent means never."),
    lowAt: lowAt.describe("At or below it, the notice `credits.low` is recorded. Absent if there is no threshold."),
  })
  .meta({ id: "Credits" })

const lowAtText = "Record the notice `credits.low` once the balance is at or below it."
const lowAtPatch = creditAmount.nullable().optional().describe(`${lowAtText} null: never.`)
/** For a change that names the operation instead of the fields. */
export const lowAtOfChange = creditAmount.nullable().optional().describe(`${lowAtText} null: never. Absent: as before.`)

const refillDay = int(1, 31).describe(refillTexts.refillDay)
const amount = int(1, maxInteger).describe(refillTexts.amount)
const dailyRefill = z.strictObject({ interval: z.literal("daily").describe(refillTexts.interval), amount })
const monthlyRefill = z.strictObject({
  interval: z.literal("monthly").describe(refillTexts.interval),
  amount,
  refillDay,
})

export const refillInput = z.discriminatedUnion("interval", [dailyRefill, monthlyRefill]).meta({ id: "RefillInput" })

/** Published Unkey clients send `refillDay` with daily refills too; Keyward ignores it. */
const newKeyRefill = z
  .discriminatedUnion("interval", [
    dailyRefill.extend({
      refillDay: refillDay.optional().describe(`${refillTexts.refillDay} A daily refill ignores it.`),
    }),
    monthlyRefill,
  ])
  .transform((refill) =>
    refill.interval === "monthly" ? refill : { interval: refill.interval, amount: refill.amount },
  )
  .meta({ id: "NewKeyRefill" })

/** Credits of a new key. null means unlimited, and an unlimited key has no refill. */
const creditsInput = z
  .strictObject({
    remaining: creditsOrUnlimited.describe("Credits of the new key. null means unlimited."),
    refill: newKeyRefill.optional().describe("Sets the balance again every day or month. Absent means never."),
    lowAt: creditAmount.nullable().optional().describe(`${lowAtText} null or absent: never.`),
  })
  .superRefine(({ remaining, refill, lowAt }, context) => {
    if (remaining !== null) return
    const message = "must be absent when `remaining` is null"
    if (refill !== undefined) context.addIssue({ code: "custom", path: ["refill"], message })
    if (typeof lowAt === "number") context.addIssue({ code: "custom", path: ["lowAt"], message })
  })
  .meta({
    id: "CreditsInput",
    if: { properties: { remaining: { type: "null" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that is never awaited.
    then: { properties: { refill: false, lowAt: { type: "null" } } },
  })

const refillPatchField = refillInput
  .nullable()
  .optional()
  .describe("Sets the balance again every day or month. null removes the refill.")

/**
 * A change of credits. Absent fields stay unchanged; null means unlimited or no refill. An unlimited key has no
 * refill.
 */
export const creditsPatch = z
  .strictObject({
    remaining: creditsOrUnlimited.optional().describe("Credits of the key. null means unlimited."),
    refill: refillPatchField,
    lowAt: lowAtPatch,
  })
  .nullable()
  .meta({ id: "CreditsPatch" })

/** The same for many keys, which differ in what remains. */
export const refillPatch = z
  .strictObject({ refill: refillPatchField, lowAt: lowAtPatch })
  .nullable()
  .meta({ id: "RefillPatch" })

export const byteLength = int(keyBytes.minimum, keyBytes.maximum)

const scopedText = "Whether the key holds only those of its own permissions that its identity has too, instead of both."

/** Fields of every new key, minted or imported. */
export const newKeyShape = {
  name: name.optional().describe("Name of the key, for people."),
  externalId: externalId
    .optional()
    .describe("External id of the customer who owns the key. A new one creates an identity."),
  meta: meta.default({}).describe("Your own data about the key, returned with every verification."),
  roles: roleRefs.default([]).describe("Roles of the key, by id or name."),
  permissions: permissionRefs
    .default([])
    .describe("Direct permissions of the key, by id or slug. An unknown slug is created."),
  expires: expiry.optional().meta({
    description: "When the key expires, in Unix milliseconds. Default: never.",
    examples: [1_893_456_000_000],
  }),
  credits: creditsInput.optional().describe("Credits that verifications of the key spend. Default: unlimited."),
  ratelimits: ratelimitInputs.default([]).describe("Rate limits of the key, at most 50 with different names."),
  enabled: z.boolean().default(true).describe("Whether the key works."),
  scoped: z.boolean().default(false).describe(scopedText),
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
  name: name.nullable().exactOptional().describe("Name of the key, for people. null removes it."),
  meta: meta
    .nullable()
    .transform((value) => value ?? {})
    .exactOptional()
    .describe("Your own data about the key. It replaces all old data; null removes it."),
  expires: expiry.nullable().exactOptional().describe("When the key expires, in Unix milliseconds; null means never."),
  ratelimits: ratelimitInputs
    .exactOptional()
    .describe("Rate limits of the key, at most 50. They replace the old set; `[]` removes all."),
  enabled: z.boolean().exactOptional().describe("Whether the key works."),
  scoped: z.boolean().exactOptional().describe(scopedText),
  roles: roleRefs
    .exactOptional()
    .describe("Roles of the key, by id or name. They replace the old set; `[]` removes all."),
  permissions: permissionRefs
    .exactOptional()
    .describe(
      "Direct permissions of the key, by id or slug. An unknown slug is created. They replace the old set; `[]` removes all.",
    ),
  ipAllowlist: ipAllowlistPatch
    .exactOptional()
    .describe("Networks (CIDR) or addresses that may use the key. They replace the old list; `[]` or null means all."),
}

export const permanentDeletion = z
  .boolean()
  .describe("Also erase the record with its hash and ciphertext. Events stay.")

const rotation = z
  .object({
    startedAt: millis.describe("When the key got its current secret, in Unix milliseconds."),
    previousStart: z.string().describe("First characters of the previous secret."),
    previousExpires: millis.describe(
      "When the previous secret stops working, in Unix milliseconds. It stops earlier if the key itself expires.",
    ),
    previousLastUsedAt: millis
      .optional()
      .describe(
        "When a verification of the previous secret last returned `VALID` in this rotation, in Unix milliseconds; up to a minute late. Absent if never.",
      ),
  })
  .meta({ id: "KeyRotation" })

export const key = z
  .object({
    keyId: z.string().describe("Id of the key."),
    apiId: z.string().describe("Id of the API that the key belongs to."),
    start: z.string().meta({
      description:
        "First characters of the key, so that people can distinguish keys. May be empty for an imported key.",
      examples: ["acme_live_6L5y"],
    }),
    enabled: z
      .boolean()
      .describe("Whether the key works. If not, or if its identity is disabled, verifications return `DISABLED`."),
    scoped: z.boolean().describe("Whether the key holds only those of its own permissions that its identity has too."),
    name: z.string().optional().describe("Name of the key, for people. Absent if it has none."),
    meta: meta
      .optional()
      .describe("Your own data about the key; `{}` if there is none. Absent only when a key describes itself."),
    createdAt,
    updatedAt,
    lastUsedAt: millis
      .optional()
      .describe(
        "When a verification last returned `VALID`, in Unix milliseconds; up to a minute late. Absent if never.",
      ),
    expires: millis.optional().describe("When the key expires, in Unix milliseconds. Absent means never."),
    permissions: z
      .array(z.string())
      .describe("Slugs of all permissions that the key holds, through its identity too, ascending."),
    inheritedPermissions: z
      .array(z.string())
      .describe("Slugs of the permissions that the key holds only through its identity, ascending."),
    directPermissions: z
      .array(z.string())
      .optional()
      .describe("Slugs of the permissions that the key itself holds, ascending. Absent except in keys.getKey."),
    roles: z.array(z.string()).describe("Names of the roles that the key holds, ascending."),
    credits: credits.optional().describe("Credits of the key. Absent means unlimited."),
    rotation: rotation
      .optional()
      .describe(
        "The rotation in progress: the key has a new secret, and the previous one still works. Absent if none.",
      ),
    balances: balances
      .optional()
      .describe(
        "What is left to the key: its own credits, and quota and credits of its identity. Absent if nothing is counted.",
      ),
    identity: identity.optional().describe("The customer who owns the key. Absent if none."),
    ratelimits: z
      .array(ratelimit)
      .describe("Rate limits of the key itself, ascending by name. Those of its identity are in `identity`."),
    ipAllowlist: z.array(z.string()).describe("Networks (CIDR) or addresses that may use the key. Empty means all."),
    recoverable: z.boolean().describe("Whether the plaintext is stored, encrypted, so that it can be shown again."),
    plaintext: z
      .string()
      .optional()
      .describe("The key itself. Present only if the key is recoverable and the request has `decrypt: true`."),
  })
  .meta({ id: "Key" })
export type Key = z.infer<typeof key>

/** The response of every operation that creates a key. No other response shows the plaintext. */
export const mintedKey = z
  .object({
    keyId: z.string().describe("Id of the new key."),
    key: z.string().describe("The key itself. Give it to its owner: no later response shows it."),
  })
  .meta({ id: "MintedKey" })

/** The response of keys.rotateKey. */
export const rotatedKey = z
  .object({
    keyId: z.string().describe("Id of the key, which stays the same."),
    key: z.string().describe("The new secret of the key. Give it to its owner: no later response shows it."),
    previousExpires: millis.describe("When the previous secret stops working, in Unix milliseconds."),
  })
  .meta({ id: "RotatedKey" })
