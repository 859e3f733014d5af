import type { Identity, Plan } from "./model.ts"
import type { Quota } from "./quota.ts"

type Plans = Pick<Identity, "plan" | "planChange">

/** The plans as every response at `now` must show them, whether or not a due change of plan is already stored. */
export function plansAt({ plan, planChange }: Plans, now: number): Plans {
  return planChange !== null && planChange.at <= now
    ? { plan: planChange.plan, planChange: null }
    : { plan, planChange }
}

/** The identity as it is at `now`. */
export function identityAt(identity: Identity, now: number): Identity {
  return { ...identity, ...plansAt(identity, now) }
}

/** The plan that an identity has at `now`: its own, or the default plan of the workspace. */
export function planOf(identity: Identity, now: number): Plan | null {
  return plansAt(identity, now).plan ?? identity.defaultPlan
}

/** The quota that an identity has at `now`: its own, or that of its plan. */
export function quotaOf(identity: Identity, now: number): Quota | null {
  return identity.quota ?? planOf(identity, now)?.quota ?? null
}
