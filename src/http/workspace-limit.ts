import { fault } from "../contract/errors.ts"
import type { Workspace } from "../core/model.ts"
import type { WithHeaders } from "./exchange.ts"
import type { Service } from "./service.ts"

/** Step 3 of the pipeline. Returns the headers that tell how much of the limit is left. */
export async function evaluateRequestLimit(
  { limiter }: Service,
  workspace: Workspace,
  request: WithHeaders & { readonly now: number },
): Promise<Record<string, string>> {
  const { now } = request
  const limit = workspace.limits.requestsPerMinute
  if (limit === null) return {}
  const check = { counter: `requests/${workspace.id}`, limit, durationMs: 60_000, cost: 1 }
  const { taken, outcomes } = await limiter.countersFor(request).take([check], now)
  const [outcome] = outcomes
  if (outcome === undefined) return {}
  const resetSeconds = String(Math.max(1, Math.ceil((outcome.resetAt - now) / 1000)))
  const headers = {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(outcome.remaining),
    "RateLimit-Reset": resetSeconds,
  }
  if (taken) return headers
  throw fault("limits/workspace_rate_limited", { headers: { ...headers, "Retry-After": resetSeconds } })
}
