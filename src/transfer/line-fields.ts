import { z } from "zod"
import type { IdPrefix } from "../contract/id-prefixes.ts"
import { duration, int, millis, text } from "../contract/primitives.ts"
import { limitMaximum, refuseRepeatedNames } from "../contract/ratelimit.ts"
import { isIdShaped } from "../core/id-shape.ts"

export const idSchema = (prefix: IdPrefix) =>
  z.string().refine((value) => isIdShaped(prefix, value), { error: `must be an id such as ${prefix}_1CAiZx…` })

/** The last character is restricted because 32 bytes leave four significant bits before the padding. */
export const hash = z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, {
  error: "must be a SHA-256 as 44 characters of padded base64",
})

/** The start of an imported key may be long: it includes everything before the last two parts. */
export const start = text(0, 600)

/** Only the KEYWARD_ENCRYPTION_KEY of the source installation decrypts it. */
export const ciphertext = z.base64().max(4096)

export const times = { createdAt: millis, updatedAt: millis.optional() }

export const ratelimits = z
  .array(
    z.strictObject({
      id: idSchema("rl"),
      name: text(3, 128),
      limit: int(1, limitMaximum),
      duration,
      autoApply: z.boolean(),
    }),
  )
  .superRefine(refuseRepeatedNames)
