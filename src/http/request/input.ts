import type { z } from "zod"
import { invalidInputOf } from "../../contract/errors.ts"
import { summarizeViolations } from "../../contract/violations.ts"

/** Where the input of a request stands: locations of violations begin with it. */
export type Place = "body" | "query"

/** Step 5 of the pipeline: the shape, strictly, with every violation and not only the first. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, place: Place): z.infer<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidInputOf(summarizeViolations(parsed.error.issues, input, place))
}
