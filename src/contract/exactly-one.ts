import type { z } from "zod"

/** For members of which a request names exactly one. Reported at the object itself, beside whatever else is wrong with it. */
export function exactlyOne<Schema extends z.ZodObject>(schema: Schema, members: readonly (keyof Schema["shape"])[]) {
  return schema.refine((value) => members.filter((member) => value[member] !== undefined).length === 1, {
    error: `must have exactly one of ${members.map((member) => `\`${String(member)}\``).join(", ")}`,
    when: ({ value }) => typeof value === "object" && value !== null,
  })
}
