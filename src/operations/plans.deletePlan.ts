import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { deletedInEvent } from "../core/event-content.ts"
import { deleted } from "../core/object-events.ts"
import { toWirePlan } from "../core/wire-identity.ts"
import { mutation } from "./operation.ts"
import { requirePlan } from "./shared/plans/require-plan.ts"

export const deletePlan = mutation({
  name: "plans.deletePlan",
  title: "Delete a plan",
  summary: "Delete a plan that no customer has. The default plan cannot be deleted.",
  isDestructive: true,
  needs: ["plan.*.delete_plan"],
  input: z.strictObject({ plan: ref.describe("Id or name of the plan.") }),
  output: z.object({}),
  errors: ["data/plan_not_found", "application/precondition_failed"],
  example: { plan: "pro" },
  async run({ input, workspace, tx, now }) {
    const plan = await requirePlan(tx, workspace.id, input.plan)
    if (plan.isDefault) {
      throw fault("application/precondition_failed", {
        detail: `The plan \`${plan.name}\` is the default plan. Make another plan the default, or none, and try again.`,
      })
    }
    if (await tx.plans.isNamed(plan.id, now)) {
      throw fault("application/precondition_failed", {
        detail: `Identities have the plan \`${plan.name}\`, or will have it. Move them to another plan first, with identities.updateIdentities.`,
      })
    }
    await tx.plans.delete(plan.id, now)
    tx.record({ ...deleted("plan", plan.id, deletedInEvent(toWirePlan(plan))), workspaceId: workspace.id })
    return {}
  },
})
