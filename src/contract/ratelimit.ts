import { z } from "zod"
import { duration, int, millis, text } from "./primitives.ts"

export const limitMaximum = 1_000_000_000

export const ratelimit = z
  .object({
    id: z.string(),
    name: z.string(),
    limit: z.int(),
    duration: z.int(),
    autoApply: z.boolean(),
  })
  .meta({ id: "Ratelimit" })

const ratelimitInput = z
  .strictObject({
    name: text(3, 128),
    limit: int(1, limitMaximum),
    duration,
    autoApply: z.boolean().default(false),
  })
  .meta({ id: "RatelimitInput" })
export type RatelimitInput = z.infer<typeof ratelimitInput>

/** The whole set of a key or an identity; it replaces the set that was there. */
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
    overrideId: z.string(),
    identifier: z.string(),
    limit: z.int(),
    duration: z.int(),
  })
  .meta({ id: "Override" })

export const namespace = z.object({ id: z.string(), name: z.string(), createdAt: millis }).meta({ id: "Namespace" })
