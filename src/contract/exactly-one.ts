import type { z } from "zod"

/** Requires exactly one of the fields. The violation is reported at the object, together with all others. */
export function exactlyOne<Schema extends z.ZodObject>(schema: Schema, fields: readonly (keyof Schema["shape"])[]) {
  return schema
    .refine((value) => fields.filter((field) => value[field] !== undefined).length === 1, {
      error: `must have exactly one of ${fields.map((field) => `\`${String(field)}\``).join(", ")}`,
      when: ({ value }) => typeof value === "object" && value !== null,
    })
    .meta({ oneOf: fields.map((field) => ({ required: [field] })) })
}
