import { z } from "zod"
import { limitRequest, limitState } from "../contract/ratelimit.ts"
import { consumption } from "./operation.ts"
import { noteLimit } from "./shared/limits/note-limit.ts"
import { neededForNew } from "./shared/limits/resolve-namespaces.ts"
import { takeLimits } from "./shared/limits/take-limits.ts"

export const multiLimit = consumption({
  name: "ratelimit.multiLimit",
  title: "Check several rate limits",
  summary:
    "Check several rate limits at once. The request counts against all of them if every check passes, else against none.",
  needs: ["ratelimit.{namespaceId}.limit"],
  mayNeed: neededForNew,
  input: z.array(limitRequest).min(1).max(100),
  output: z.object({
    passed: z.boolean().describe("Whether every check passed. If not, nothing was counted."),
    limits: z
      .array(
        z.object({
          namespace: z.string().describe("The namespace as you sent it."),
          identifier: z.string().describe("The identifier as you sent it."),
          passed: z.boolean().describe("The result of this check alone."),
          ...limitState,
        }),
      )
      .describe("One result for each check, in the order of the request."),
  }),
  errors: ["data/ratelimit_namespace_not_found", "data/ratelimit_namespace_gone"],
  example: [
    { namespace: "email", identifier: "user_1234", limit: 10, duration: 60_000 },
    { namespace: "email.all", identifier: "acme", limit: 1000, duration: 3_600_000 },
  ],
  async run(context) {
    const taken = await takeLimits(context, context.input, "if all pass")
    for (const limit of taken.limits) noteLimit(context, limit)
    return taken
  },
})
