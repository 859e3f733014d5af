import { z } from "zod"
import { fastParseLimit, limitRequest, limitState } from "../contract/ratelimit.ts"
import { consumption } from "./operation.ts"
import { noteLimit } from "./shared/limits/note-limit.ts"
import { neededForNew } from "./shared/limits/resolve-namespaces.ts"
import { takeLimit } from "./shared/limits/take-limits.ts"
import { writeLimit } from "./shared/limits/write-limit.ts"
import { limitFromMemory } from "./shared/verify/from-memory.ts"

export const limit = consumption({
  name: "ratelimit.limit",
  title: "Check a rate limit",
  summary: "Check an identifier against a rate limit, and count the request if it passes.",
  needs: ["ratelimit.{namespaceId}.limit"],
  mayNeed: neededForNew,
  input: limitRequest,
  fastParse: fastParseLimit,
  output: z.object({
    success: z.boolean().describe("Whether the check passed. If not, nothing was counted."),
    ...limitState,
  }),
  errors: ["data/ratelimit_namespace_not_found", "data/ratelimit_namespace_gone"],
  example: { namespace: "email", identifier: "user_1234", limit: 10, duration: 60_000 },
  runFromMemory: limitFromMemory,
  async run(context) {
    const taken = await takeLimit(context, context.input)
    noteLimit(context, taken)
    return writeLimit(taken)
  },
})
