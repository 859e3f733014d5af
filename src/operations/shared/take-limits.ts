import type { LimitRequest } from "../../contract/ratelimit.ts"
import type { Check, CheckResult, Taking } from "../../counters/counters.ts"
import type { Reads } from "../../storage/port/store.ts"
import type { Context } from "../operation.ts"
import { applyOverrides, type Overridden } from "./apply-overrides.ts"
import { createNew, grantLimits, type NamespacedRequest, refuseGone, resolveNamespaces } from "./resolve-namespaces.ts"
import { transact } from "./transact.ts"

export interface LimitsTaken {
  /** Whether every check passed, and so all were taken. */
  readonly passed: boolean
  /** One for each request, in their order. */
  readonly limits: readonly LimitTaken[]
}

export interface LimitTaken {
  readonly namespace: string
  readonly identifier: string
  readonly passed: boolean
  readonly limit: number
  readonly remaining: number
  readonly reset: number
  readonly overrideId?: string
}

/** When a namespace that does not exist yet comes to be. */
type Creation = "always" | "if all pass"

/** As `takeLimits` for one request, and a new namespace is created even if the check does not pass. */
export async function takeLimit(context: Context<unknown>, request: LimitRequest): Promise<LimitTaken> {
  const { limits } = await takeLimits(context, [request], "always")
  return requireOutcome(limits[0])
}

/** Tests all requests against one `now`, and takes them together or not at all. */
export async function takeLimits(
  context: Context<unknown>,
  requests: readonly LimitRequest[],
  creation: Creation,
): Promise<LimitsTaken> {
  const namespaced = await resolveNamespaces(context, context.store, requests)
  grantLimits(context, namespaced)
  refuseGone(namespaced)
  if (namespaced.some(({ resolved }) => resolved.state === "new")) return takeAndCreate(context, requests, creation)
  return describe(await attempt(context, context.store, namespaced))
}

/** Of parallel first uses one creates the namespace; the others wait for that and find it. */
async function takeAndCreate(
  context: Context<unknown>,
  requests: readonly LimitRequest[],
  creation: Creation,
): Promise<LimitsTaken> {
  const attempts: Attempt[] = []
  try {
    return await transact(context, async (tx) => {
      const namespaced = await resolveNamespaces(context, tx, requests)
      refuseGone(namespaced)
      const made = await attempt(context, tx, namespaced)
      attempts.push(made)
      if (made.taking.taken || creation === "always") await createNew(tx, context.workspace.id, namespaced)
      return describe(made)
    })
  } catch (error) {
    // What was not committed must not be charged.
    for (const { checks, taking } of attempts) await context.counters.refund(checks, taking)
    throw error
  }
}

interface Attempt {
  readonly overridden: readonly Overridden[]
  readonly checks: readonly Check[]
  readonly taking: Taking
}

async function attempt(
  { workspace, counters, now }: Context<unknown>,
  reads: Reads,
  requests: readonly NamespacedRequest[],
): Promise<Attempt> {
  const overridden = await applyOverrides(reads, requests)
  const checks = overridden.map((one) => checkOf(workspace.id, one))
  return { overridden, checks, taking: await counters.take(checks, now) }
}

export function checkOf(workspaceId: string, { request, resolved, limit, duration }: Overridden): Check {
  // The identifier comes last, so that none can be taken for part of another counter.
  const counter = `ratelimit/${workspaceId}/${resolved.namespace.id}/${request.identifier}`
  return { counter, limit, durationMs: duration, cost: request.cost }
}

function describe({ overridden, taking }: Attempt): LimitsTaken {
  const limits = overridden.map((one, index) => limitTaken(one, taking.outcomes[index]))
  return { passed: taking.taken, limits }
}

export function limitTaken({ request, limit, override }: Overridden, outcome: CheckResult | undefined): LimitTaken {
  const { namespace, identifier } = request
  const { allowed, remaining, resetAt } = requireOutcome(outcome)
  const taken = { namespace, identifier, passed: allowed, limit, remaining, reset: resetAt }
  return override === undefined ? taken : { ...taken, overrideId: override.id }
}

function requireOutcome<T>(outcome: T | undefined): T {
  if (outcome === undefined) throw new Error("The counters returned fewer outcomes than checks.")
  return outcome
}
