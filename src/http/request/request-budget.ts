import { fault } from "../../contract/errors.ts"
import type { Workspace } from "../../core/model.ts"
import type { Session } from "../../core/people.ts"
import type { Caller } from "../../operations/context.ts"
import type { Service } from "../service.ts"
import type { WithHeaders } from "./response-headers.ts"

/** The maximum number of requests per minute, and the counter for them. */
export interface RequestBudget {
  readonly counter: string
  readonly limit: number
  /** Replaces the default detail of the error. */
  readonly detail: string | undefined
}

/** Each API key has its own budget, so that a customer cannot use up the budget of the workspace. */
export function requestBudgetOf(caller: Caller, workspace: Workspace | undefined): RequestBudget | undefined {
  if (caller.type === "api_key") {
    const { id, workspaceId } = caller.key
    return { counter: `bearer/${workspaceId}/${id}`, limit: apiKeyRequestsPerMinute, detail: apiKeyDetail }
  }
  if (caller.type === "portal") {
    return { counter: `portal/${caller.session.id}`, limit: portalRequestsPerMinute, detail: portalDetail }
  }
  const limit = workspace?.limits.requestsPerMinute ?? null
  // A session by a root key must not be a way around the limit of its workspace.
  if (caller.type === "root_key" && workspace !== undefined && limit !== null)
    return { counter: `requests/${workspace.id}`, limit, detail: undefined }
  const session = caller.signedIn?.session
  if (session === undefined) return undefined
  return { counter: `session/${ownerOf(session)}`, limit: sessionRequestsPerMinute, detail: sessionDetail }
}

/** All sessions of a user share a budget. */
function ownerOf({ userId, rootKeyId }: Session): string {
  return userId ?? rootKeyId ?? "operator"
}

const sessionRequestsPerMinute = 600
const sessionDetail = `A person who has signed in may make ${sessionRequestsPerMinute} calls a minute. Programs use a root key instead.`

const portalRequestsPerMinute = 120
const portalDetail = `A session in the portal may make ${portalRequestsPerMinute} calls a minute.`

const apiKeyRequestsPerMinute = 60
const apiKeyDetail = `An API key may make ${apiKeyRequestsPerMinute} calls a minute. Verify keys with a root key instead.`

interface Spender {
  readonly budget: RequestBudget | undefined
  readonly placeHolder: string
}

/**
 * Step 3 of the pipeline. Returns the headers that report the remaining budget. A request that finds no place is refused
 * before it spends anything.
 */
export async function spendRequest(
  { limiter, admission }: Service,
  { budget, placeHolder }: Spender,
  request: WithHeaders & { readonly now: number },
): Promise<Record<string, string>> {
  if (budget === undefined) return {}
  const { counter, limit, detail } = budget
  const { now } = request
  const check = { counter, limit, durationMs: 60_000, cost: 1 }
  admission.begin(placeHolder)
  const { taken, outcomes } = await limiter
    .countersFor(request)
    .take([check], now)
    .finally(() => admission.end(placeHolder))
  const [outcome] = outcomes
  if (outcome === undefined) return {}
  const resetSeconds = String(Math.max(1, Math.ceil((outcome.resetAt - now) / 1000)))
  const headers = {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(outcome.remaining),
    "RateLimit-Reset": resetSeconds,
  }
  if (taken) return headers
  const refused = { headers: { ...headers, "Retry-After": resetSeconds } }
  throw fault("limits/workspace_rate_limited", detail === undefined ? refused : { ...refused, detail })
}
