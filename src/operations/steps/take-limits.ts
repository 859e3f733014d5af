import type { LimitRequest } from "../../contract/ratelimit.ts"
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

export async function takeLimit(context: Context<unknown>, request: LimitRequest): Promise<LimitTaken> {
  const { limits } = await takeLimits(context, [request], "always")
  return answered(limits[0])
}

/** Tests all requests against one `now`, and takes them together or not at all. */
export async function takeLimits(
  context: Context<unknown>,
  requests: readonly LimitRequest[],
  creation: Creation,
): Promise<LimitsTaken> {
  const aimed = await findTargets(context, context.store, requests)
  const targets = targetsOf(aimed)
  context.require(...new Set([...targets].flatMap(permissionsFor)))
  refuseGone(targets)
  const isAnyNew = [...targets].some(({ state }) => state === "new")
  if (isAnyNew) return takeAndCreate(context, requests, creation)
  return describe(await attempt(context, context.store, aimed))
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
      const targets = targetsOf(aimed)
      refuseGone(targets)
      const made = await attempt(context, tx, aimed)
      attempts.push(made)
      if (made.taking.taken || creation === "always") await createNew(tx, context.workspace.id, targets)
      return describe(made)
    })
  } catch (error) {
    // What was not committed must not be charged.
    for (const { checks, taking } of attempts) await context.counters.giveBack(checks, taking)
    throw error
  }
}

function targetsOf(aimed: readonly Aimed[]): ReadonlySet<Target> {
  return new Set(aimed.map(({ target }) => target))
}

interface Attempt {
  readonly overridden: readonly Overridden[]
  readonly checks: readonly Check[]
  readonly taking: Taking
}

async function attempt(
  { workspace, counters, now }: Context<unknown>,
  reads: Reads,
  aimed: readonly Aimed[],
): Promise<Attempt> {
  const overridden = await applyOverrides(reads, aimed)
  const checks = overridden.map(({ request, target, limit, duration }) => ({
    // The identifier comes last, so that none can be taken for part of another counter.
    counter: `ratelimit/${workspace.id}/${target.namespace.id}/${request.identifier}`,
    limit,
    durationMs: duration,
    cost: request.cost,
  }))
  return { overridden, checks, taking: await counters.take(checks, now) }
}

interface Overridden extends Aimed {
  readonly limit: number
  readonly duration: number
  readonly override: Override | undefined
}

async function applyOverrides(reads: Reads, aimed: readonly Aimed[]): Promise<Overridden[]> {
  const candidates = new Map<Target, readonly Override[]>()
  const load = async (target: Target) => {
    const identifiers = aimed.filter((each) => each.target === target).map(({ request }) => request.identifier)
    candidates.set(target, await reads.overrides.listCandidates(target.namespace.id, identifiers))
  }
  const live = [...targetsOf(aimed)].filter(({ state }) => state === "live")
  await Promise.all(live.map(load))
  return aimed.map((each) => {
    const override = chooseOverride(candidates.get(each.target) ?? [], each.request.identifier)
    const { limit, duration } = override ?? each.request
    return { ...each, limit, duration, override }
  })
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
