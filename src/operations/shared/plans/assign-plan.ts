import type { Identity, Plan, PlanChange } from "../../../core/model.ts"
import { plansAt } from "../../../core/plans.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { ContextWith, MutationWith } from "../../context.ts"
import { requirePlan } from "./require-plan.ts"

/** The plans of a request, by reference. Absent fields stay unchanged. */
export interface PlanReferences {
  readonly plan?: string | null | undefined
  readonly planChange?: { readonly plan: string | null; readonly at: number } | null | undefined
}

/** The same with the plans themselves. */
export interface PlanAssignment {
  readonly plan?: Plan | null
  readonly planChange?: PlanChange | null
}

export function assignsPlan({ plan, planChange }: PlanReferences): boolean {
  return plan !== undefined || planChange !== undefined
}

/** The plans of an identity that is created now. */
export async function plansOfNewIdentity(
  { tx, workspace, now }: MutationWith<"tx" | "workspace" | "now">,
  references: PlanReferences,
): Promise<Plans> {
  return assigned({ plan: null, planChange: null }, await resolvePlans({ workspace }, tx, references), now)
}

/** Finds the plans, or throws 404. */
export async function resolvePlans(
  { workspace }: ContextWith<"workspace">,
  reads: Reads,
  { plan, planChange }: PlanReferences,
): Promise<PlanAssignment> {
  const find = (reference: string | null) => (reference === null ? null : requirePlan(reads, workspace.id, reference))
  return {
    ...(plan !== undefined && { plan: await find(plan) }),
    ...(planChange !== undefined && {
      planChange: planChange && { plan: await find(planChange.plan), at: planChange.at },
    }),
  }
}

/** The identity with these plans, as it is at `now`. */
export function withPlans(identity: Identity, assignment: PlanAssignment, now: number): Identity {
  return { ...identity, ...assigned(identity, assignment, now) }
}

type Plans = Pick<Identity, "plan" | "planChange">

function assigned(before: Plans, { plan, planChange }: PlanAssignment, now: number): Plans {
  const current = plansAt(before, now)
  return plansAt(
    {
      plan: plan === undefined ? current.plan : plan,
      planChange: planChange ?? (plan === undefined && planChange === undefined ? current.planChange : null),
    },
    now,
  )
}
