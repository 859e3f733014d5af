import { type Fault, fault } from "../../../contract/errors.ts"
import { changesBetween } from "../../../core/changes.ts"
import type { Plan } from "../../../core/model.ts"
import { updated } from "../../../core/object-events.ts"
import { toWirePlan } from "../../../core/wire-identity.ts"
import type { MutationWith } from "../../context.ts"

/** A workspace has one default plan at most, so the former one stops being it. */
export async function endFormerDefault({
  tx,
  workspace,
  now,
}: MutationWith<"tx" | "workspace" | "now">): Promise<void> {
  const former = await tx.plans.findDefault(workspace.id)
  if (former !== undefined) await changePlan({ tx, now }, former, { ...former, isDefault: false })
}

/** Writes and records the differences, and returns the stored plan. */
export async function changePlan({ tx, now }: MutationWith<"tx" | "now">, before: Plan, after: Plan): Promise<Plan> {
  const changes = changesBetween(toWirePlan(before), toWirePlan(after))
  if (changes === undefined) return before
  const changed = { ...after, updatedAt: now }
  await tx.plans.update(before, changed)
  tx.record({ ...updated("plan", before.id, changes), workspaceId: before.workspaceId })
  return changed
}

export function planExists(name: string): Fault {
  return fault("data/plan_already_exists", { detail: `The workspace already has a plan \`${name}\`.` })
}
