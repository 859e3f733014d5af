import { z } from "zod"
import { acceptPlainLimit, limitRequest, limitState } from "../contract/ratelimit.ts"
import { whenKnown } from "../core/awaitable.ts"
import { consumption, type WrittenJson, writtenJson } from "./operation.ts"
import { type LimitTaken, takeLimit } from "./shared/take-limits.ts"

export const limit = consumption({
  name: "ratelimit.limit",
  summary: "Check an identifier against a rate limit, and count the request if it passes.",
  needs: ["ratelimit.{namespaceId}.limit"],
  mayNeed: ["ratelimit.*.limit", "ratelimit.*.create_namespace"],
  input: limitRequest,
  acceptPlain: acceptPlainLimit,
  output: z.object({ success: z.boolean().describe("false means denied; nothing was counted."), ...limitState }),
  errors: ["data/ratelimit_namespace_not_found", "data/ratelimit_namespace_gone"],
  example: { namespace: "email", identifier: "user_1234", limit: 10, duration: 60_000 },
  run: (context) => whenKnown(takeLimit(context, context.input), describe),
})

function describe({ passed, limit, remaining, reset, overrideId }: LimitTaken): WrittenJson {
  const overridden = overrideId === undefined ? "" : `,"overrideId":"${overrideId}"`
  return writtenJson(`{"success":${passed},"limit":${limit},"remaining":${remaining},"reset":${reset}${overridden}}`)
}
