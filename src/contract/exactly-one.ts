import type { z } from "zod"

/** For fields of which a request names exactly one. Reported at the object itself, beside whatever else is wrong with it. */
export function exactlyOne<Schema extends z.ZodObject>(schema: Schema, fields: readonly (keyof Schema["shape"])[]) {
  return schema
    .refine((value) => fields.filter((field) => value[field] !== undefined).length === 1, {
      error: `must have exactly one of ${fields.map((field) => `\`${String(field)}\``).join(", ")}`,
      when: ({ value }) => typeof value === "object" && value !== null,
    })
    .meta({ oneOf: fields.map((field) => ({ required: [field] })) })
}
