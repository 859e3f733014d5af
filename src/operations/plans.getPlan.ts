import { z } from "zod"
import { plan } from "../contract/plan.ts"
import { ref } from "../contract/primitives.ts"
import { query } from "./operation.ts"
import { requirePlan } from "./shared/plans/require-plan.ts"
import { planPresenter } from "./shared/plans/show-plan.ts"

export const getPlan = query({
  name: "plans.getPlan",
  title: "Show a plan",
  summary: "Show a plan, by its id or name, and how many customers have it.",
  needs: ["plan.*.read_plan"],
  input: z.strictObject({ plan: ref.describe("Id or name of the plan.") }),
  output: plan,
  errors: ["data/plan_not_found"],
  example: { plan: "pro" },
  async run(context) {
    const plan = await requirePlan(context.store, context.workspace.id, context.input.plan)
    const present = await planPresenter(context)
    return present(plan)
  },
})
