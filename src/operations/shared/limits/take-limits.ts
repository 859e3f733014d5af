import type { LimitRequest } from "../../../contract/ratelimit.ts"
import type { Check, CheckResult, TakeResult } from "../../../counters/counters.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { Context } from "../../context.ts"
import { transact } from "../transact.ts"
import { applyOverrides, type OverriddenRequest } from "./apply-overrides.ts"
import { recordLimit } from "./record-limit.ts"
import { createNew, grantLimits, type NamespacedRequest, refuseGone, resolveNamespaces } from "./resolve-namespaces.ts"

export interface LimitsTaken {
  /** Whether all checks passed and their tokens were taken. */
  readonly passed: boolean
  /** One per request, in order. */
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

/** When a missing namespace is created. */
type Creation = "always" | "if all pass"

/** Like `takeLimits` for one request, but creates a missing namespace even if the check fails. */
export async function takeLimit(context: Context<unknown>, request: LimitRequest): Promise<LimitTaken> {
  const { limits } = await takeLimits(context, [request], "always")
  return requireOutcome(limits[0])
}

/** Checks all requests at the same time `now`, and takes all their tokens or none. */
export async function takeLimits(
  context: Context<unknown>,
  requests: readonly LimitRequest[],
  creation: Creation,
): Promise<LimitsTaken> {
  const namespaced = await resolveNamespaces(context, context.store, requests)
  grantLimits(context, namespaced)
  refuseGone(namespaced)
  if (namespaced.some(({ resolved }) => resolved.state === "new")) return takeAndCreate(context, requests, creation)
  return record(context, await attempt(context, context.store, namespaced))
}

/** Of concurrent first requests, one creates the namespace. The others wait for its transaction and find it. */
async function takeAndCreate(
  context: Context<unknown>,
  requests: readonly LimitRequest[],
  creation: Creation,
): Promise<LimitsTaken> {
  const attempts: Attempt[] = []
  const refund = async () => {
    for (const { checks, result } of attempts.splice(0)) await context.counters.refund(checks, result)
  }
  try {
    const { made, created } = await transact(context, async (tx) => {
      // A transaction may run again.
      await refund()
      const namespaced = await resolveNamespaces(context, tx, requests)
      refuseGone(namespaced)
      const made = await attempt(context, tx, namespaced)
      attempts.push(made)
      const created = made.result.taken || creation === "always"
      if (created) await createNew(tx, context.workspace.id, namespaced)
      return { made, created }
    })
    return record(context, made, created ? "all" : "live")
  } catch (error) {
    await refund()
    throw error
  }
}

interface Attempt {
  readonly overridden: readonly OverriddenRequest[]
  readonly checks: readonly Check[]
  readonly result: TakeResult
}

async function attempt(
  { workspace, counters, now }: Context<unknown>,
  reads: Reads,
  requests: readonly NamespacedRequest[],
): Promise<Attempt> {
  const overridden = await applyOverrides(reads, requests)
  const checks = overridden.map((one) => checkOf(workspace.id, one))
  return { overridden, checks, result: await counters.take(checks, now) }
}

export function checkOf(workspaceId: string, { request, resolved, limit, duration }: OverriddenRequest): Check {
  // The identifier comes last, so that no identifier can imitate another counter.
  const counter = `ratelimit/${workspaceId}/${resolved.namespace.id}/${request.identifier}`
  return { counter, limit, durationMs: duration, cost: request.cost }
}

/** Counts the checks, except in namespaces that were not created. */
function record(context: Context<unknown>, attempt: Attempt, which: "all" | "live" = "all"): LimitsTaken {
  const taken = describe(attempt)
  attempt.overridden.forEach(({ resolved }, index) => {
    if (resolved.state === "new" && which === "live") return
    recordLimit(context, { ...requireOutcome(taken.limits[index]), namespaceId: resolved.namespace.id })
  })
  return taken
}

function describe({ overridden, result }: Attempt): LimitsTaken {
  const limits = overridden.map((one, index) => limitTaken(one, result.outcomes[index]))
  return { passed: result.taken, limits }
}

export function limitTaken(
  { request, limit, override }: OverriddenRequest,
  outcome: CheckResult | undefined,
): LimitTaken {
  const { namespace, identifier } = request
  const { allowed, remaining, resetAt } = requireOutcome(outcome)
  const taken = { namespace, identifier, passed: allowed, limit, remaining, reset: resetAt }
  return override === undefined ? taken : { ...taken, overrideId: override.id }
}

function requireOutcome<T>(outcome: T | undefined): T {
  if (outcome === undefined) throw new Error("The counters returned fewer outcomes than checks.")
  return outcome
}
