import type { z } from "zod"
import { violationsOf } from "../contract/violations.ts"

/** Lists everything wrong with a value in one sentence: "`name` must be a string; `limits.keys` is required". */
export function explainIssues(error: z.ZodError, value: unknown): string {
  const violations = error.issues.flatMap((issue) => violationsOf(issue, value, ""))
  return violations
    .map(({ location, message }) => {
      const field = location.replace(/^\./, "")
      return field === "" ? message : `\`${field}\` ${message.replace("of this request", "of this line")}`
    })
    .join("; ")
}
