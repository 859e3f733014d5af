import type { LimitRequest } from "../../contract/ratelimit.ts"
import { type Awaitable, allKnown, whenKnown } from "../../core/awaitable.ts"
import type { Override } from "../../core/model.ts"
import { chooseOverride } from "../../core/wildcard.ts"
import type { Check, Taking } from "../../counters/counters.ts"
import type { Reads } from "../../storage/store.ts"
import type { Context } from "../operation.ts"
import { type Aimed, createNew, findTargets, permissionsFor, refuseGone, type Target } from "./limit-targets.ts"

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

export function takeLimit(context: Context<unknown>, request: LimitRequest): Awaitable<LimitTaken> {
  return whenKnown(takeLimits(context, [request], "always"), ({ limits }) => answered(limits[0]))
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
    return await context.transact(async (tx) => {
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
    const checks = overridden.map(({ request, target, limit, duration }) => ({
      // The identifier comes last, so that none can be taken for part of another counter.
      counter: `ratelimit/${workspace.id}/${target.namespace.id}/${request.identifier}`,
      limit,
      durationMs: duration,
      cost: request.cost,
    }))
    return whenKnown(counters.take(checks, now), (taking) => ({ overridden, checks, taking }))
  })
}

interface Overridden extends Aimed {
  readonly limit: number
  readonly duration: number
  readonly override: Override | undefined
}

function applyOverrides(reads: Reads, aimed: readonly Aimed[]): Awaitable<readonly Overridden[]> {
  const lists = new Map<Target, Awaitable<readonly Override[]>>()
  const candidatesFor = (target: Target): Awaitable<readonly Override[]> => {
    if (target.state !== "live") return []
    const identifiers = aimed.filter((each) => each.target === target).map(({ request }) => request.identifier)
    const listing = lists.get(target) ?? reads.overrides.listCandidates(target.namespace.id, identifiers)
    lists.set(target, listing)
    return listing
  }
  return allKnown(
    aimed.map(({ request, target }) =>
      whenKnown(candidatesFor(target), (candidates) => {
        const override = chooseOverride(candidates, request.identifier)
        const { limit, duration } = override ?? request
        return { request, target, limit, duration, override }
      }),
    ),
  )
}

function describe({ overridden, taking }: Attempt): LimitsTaken {
  const limits = overridden.map(({ request, limit, override }, index): LimitTaken => {
    const { namespace, identifier } = request
    const { allowed, remaining, resetAt } = answered(taking.outcomes[index])
    const overrideId = override && { overrideId: override.id }
    return { namespace, identifier, passed: allowed, limit, remaining, reset: resetAt, ...overrideId }
  })
  return { passed: taking.taken, limits }
}

function answered<T>(outcome: T | undefined): T {
  if (outcome === undefined) throw new Error("The counters answered fewer checks than they were asked.")
  return outcome
}
