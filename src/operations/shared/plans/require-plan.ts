import { type Fault, fault } from "../../../contract/errors.ts"
import type { Plan } from "../../../core/model.ts"
import type { Reads } from "../../../storage/port/store.ts"

/** Finds a plan by id first, then by name. */
export async function requirePlan(reads: Reads, workspaceId: string, reference: string): Promise<Plan> {
  const plan =
    (await reads.plans.find(workspaceId, reference)) ?? (await reads.plans.findByName(workspaceId, reference))
  if (plan === undefined) throw unknownPlan(reference)
  return plan
}

function unknownPlan(reference: string): Fault {
  return fault("data/plan_not_found", { detail: `The workspace has no plan \`${reference}\`.` })
}
