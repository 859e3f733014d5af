import type { z } from "zod"
import { invalidInputOf } from "../../contract/errors.ts"
import { summarizeViolations } from "../../contract/violations.ts"

/** The part of the request that holds the input. Locations in errors begin with it. */
export type Place = "body" | "query"

/** Step 5 of the pipeline: validates the input, and reports all violations together. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, place: Place): z.infer<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidInputOf(summarizeViolations(parsed.error.issues, input, place))
}
