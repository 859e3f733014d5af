import type { z } from "zod"

/** Requires exactly one of the fields of each list. Violations are reported at the object, together with all others. */
export function exactlyOne<Schema extends z.ZodObject>(
  schema: Schema,
  ...lists: readonly (readonly (keyof Schema["shape"])[])[]
) {
  const checked = lists.reduce(
    (refined, fields) =>
      refined.refine((value) => fields.filter((field) => value[field] !== undefined).length === 1, {
        error: `must have exactly one of ${fields.map((field) => `\`${String(field)}\``).join(", ")}`,
        when: ({ value }) => typeof value === "object" && value !== null,
      }),
    schema,
  )
  const choices = lists.map((fields) => ({ oneOf: fields.map((field) => ({ required: [field] })) }))
  return checked.meta(choices.length === 1 ? (choices[0] ?? {}) : { allOf: choices })
}
