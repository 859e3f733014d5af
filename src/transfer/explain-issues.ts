import type { z } from "zod"
import { violationsOf } from "../contract/violations.ts"

/** Everything that is wrong with a value, as a list to read: "`name` must be a string; `limits.keys` is required". */
export function explainIssues(error: z.ZodError, value: unknown): string {
  const violations = error.issues.flatMap((issue) => violationsOf(issue, value, ""))
  return violations
    .map(({ location, message }) => {
      const member = location.replace(/^\./, "")
      return member === "" ? message : `\`${member}\` ${message.replace("of this request", "of such a line")}`
    })
    .join("; ")
}
