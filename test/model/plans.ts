import type { Funds } from "./funds.ts"
import { type Identity, liveOf, type Model, type Plan, type PlanChange } from "./state.ts"

/** What identities have through plans, after docs/contract.md#26-customers-and-plans. */

type Plans = Pick<Identity, "plan" | "planChange">

/** A planned change happens at its time, and nothing is recorded then. */
export function plansAt({ plan, planChange }: Plans, now: number): Plans {
  if (planChange === undefined || planChange.at > now) return { plan, planChange }
  return { plan: planChange.plan, planChange: undefined }
}

/** Its own plan, or the default plan. */
export function planOf(model: Model, identity: Plans): Plan | undefined {
  return plansAt(identity, model.now).plan ?? liveOf(model.plans).find(({ isDefault }) => isDefault)
}

/** Quota and credits that apply: without a quota of its own, that of the plan. */
export function fundsOf(model: Model, identity: Plans & { readonly funds: Funds }): Funds {
  const { funds } = identity
  return { ...funds, quota: funds.quota ?? planOf(model, identity)?.quota }
}

/** Whether an identity has the plan, or will have it. */
export function isNamed({ identities, now }: Model, plan: Plan): boolean {
  return liveOf(identities).some((identity) => {
    const current = plansAt(identity, now)
    return current.plan === plan || current.planChange?.plan === plan
  })
}

/** What a request sets: the positions of plans, or null for the default plan. */
export interface PlanPatch {
  readonly plan?: number | null
  readonly planChange?: { readonly plan: number | null; readonly at: number } | null
}

/** The plans after the request; undefined if it names a deleted one. */
export function patchPlans(model: Model, before: Plans, patch: PlanPatch): Plans | undefined {
  const current = plansAt(before, model.now)
  const find = (place: number | null) => (place === null ? undefined : model.plans[place])
  const named = [patch.plan, patch.planChange?.plan].map((place) => find(place ?? null))
  if (named.some((plan) => plan?.isDeleted)) return undefined
  const plan = patch.plan === undefined ? current.plan : find(patch.plan)
  return plansAt({ plan, planChange: changeAfter(current, patch, find) }, model.now)
}

function changeAfter(
  current: Plans,
  { plan, planChange }: PlanPatch,
  find: (place: number | null) => Plan | undefined,
): PlanChange | undefined {
  if (planChange) return { plan: find(planChange.plan), at: planChange.at }
  return plan === undefined && planChange === undefined ? current.planChange : undefined
}
