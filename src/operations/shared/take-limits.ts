import type { LimitRequest } from "../../contract/ratelimit.ts"
import { type Awaitable, whenKnown } from "../../core/awaitable.ts"
import { flatText } from "../../core/flat-text.ts"
import type { Namespace } from "../../core/model.ts"
import type { Check, Outcome, Taking } from "../../counters/counters.ts"
import type { Reads } from "../../storage/port/store.ts"
import type { Context } from "../operation.ts"
import { applyOverrides, type Overridden, override } from "./apply-overrides.ts"
import { findNamespace } from "./find-namespace.ts"
import { type Aimed, createNew, findTargets, permissionsFor, refuseGone, type Target } from "./resolve-namespaces.ts"
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

/** As `takeLimits` for one request; at once and without gathering anything where all it needs is in memory. */
export function takeLimit(context: Context<unknown>, request: LimitRequest): Awaitable<LimitTaken> {
  const { store, counters, workspace, now } = context
  const namespace = findNamespace(store, workspace.id, request.namespace)
  if (namespace === undefined || namespace instanceof Promise) return takeOne(context, request, namespace)
  const target: Target = { state: "live", namespace }
  if (!context.mayLimit(namespace.id)) context.require(...permissionsFor(target))
  const matcher = store.overrides.matcherFor(namespace.id, [request.identifier])
  if (matcher instanceof Promise) return takeOne(context, request, matcher)
  const overridden = override({ request, target }, matcher)
  const taking = counters.take([checkOf(workspace.id, overridden)], now)
  return taking instanceof Promise ? takenLater(overridden, taking) : limitTaken(overridden, taking.outcomes[0])
}

async function takeOne(
  context: Context<unknown>,
  request: LimitRequest,
  loading: Promise<unknown> | undefined,
): Promise<LimitTaken> {
  await loading
  const { limits } = await takeLimits(context, [request], "always")
  return answered(limits[0])
}

async function takenLater(overridden: Overridden, taking: Promise<Taking>): Promise<LimitTaken> {
  return limitTaken(overridden, (await taking).outcomes[0])
}

/** Tests all requests against one `now`, and takes them together or not at all. At once where all is in memory. */
export function takeLimits(
  context: Context<unknown>,
  requests: readonly LimitRequest[],
  creation: Creation,
): Awaitable<LimitsTaken> {
  return whenKnown(findTargets(context, context.store, requests), (aimed) => {
    context.require(...new Set(aimed.flatMap(({ target }) => permissionsFor(target))))
    refuseGone(aimed)
    if (aimed.some(({ target }) => target.state === "new")) return takeAndCreate(context, requests, creation)
    return whenKnown(attempt(context, context.store, aimed), describe)
  })
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
      const aimed = await findTargets(context, tx, requests)
      refuseGone(aimed)
      const made = await attempt(context, tx, aimed)
      attempts.push(made)
      if (made.taking.taken || creation === "always") await createNew(tx, context.workspace.id, aimed)
      return describe(made)
    })
  } catch (error) {
    // What was not committed must not be charged.
    for (const { checks, taking } of attempts) await context.counters.giveBack(checks, taking)
    throw error
  }
}

interface Attempt {
  readonly overridden: readonly Overridden[]
  readonly checks: readonly Check[]
  readonly taking: Taking
}

function attempt(
  { workspace, counters, now }: Context<unknown>,
  reads: Reads,
  aimed: readonly Aimed[],
): Awaitable<Attempt> {
  return whenKnown(applyOverrides(reads, aimed), (overridden) => {
    const checks = overridden.map((one) => checkOf(workspace.id, one))
    return whenKnown(counters.take(checks, now), (taking) => ({ overridden, checks, taking }))
  })
}

function checkOf(workspaceId: string, { request, target, limit, duration }: Overridden): Check {
  // The identifier comes last, so that none can be taken for part of another counter.
  const counter = `${countersOf(workspaceId, target.namespace)}${request.identifier}`
  return { counter, limit, durationMs: duration, cost: request.cost }
}

const knownCounters = new WeakMap<Namespace, string>()

/** How the names of all counters of a namespace begin; the same as long as it is in memory. */
function countersOf(workspaceId: string, namespace: Namespace): string {
  const known = knownCounters.get(namespace)
  if (known !== undefined) return known
  const text = flatText("ratelimit/", workspaceId, "/", namespace.id, "/")
  knownCounters.set(namespace, text)
  return text
}

function describe({ overridden, taking }: Attempt): LimitsTaken {
  const limits = overridden.map((one, index) => limitTaken(one, taking.outcomes[index]))
  return { passed: taking.taken, limits }
}

function limitTaken({ request, limit, override }: Overridden, outcome: Outcome | undefined): LimitTaken {
  const { namespace, identifier } = request
  const { allowed, remaining, resetAt } = answered(outcome)
  const taken = { namespace, identifier, passed: allowed, limit, remaining, reset: resetAt }
  return override === undefined ? taken : { ...taken, overrideId: override.id }
}

function answered<T>(outcome: T | undefined): T {
  if (outcome === undefined) throw new Error("The counters answered fewer checks than they were asked.")
  return outcome
}
