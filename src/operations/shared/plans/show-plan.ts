import type { Plan } from "../../../core/model.ts"
import { toWirePlan } from "../../../core/wire-identity.ts"
import type { ContextWith } from "../../context.ts"
import { rememberedCounts } from "../remembered-counts.ts"

const identityCounts = rememberedCounts(
  ({ store, workspace, now }) => store.plans.countIdentities(workspace.id, now),
  (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0),
)

/** Returns a function that shows a plan with the number of its identities. */
export async function planPresenter(counting: ContextWith<"store" | "workspace" | "now">) {
  const counts = await identityCounts(counting)
  const countOf = (id: string | null) => counts.get(id) ?? 0
  return (plan: Plan) => ({
    ...toWirePlan(plan),
    identities: countOf(plan.id) + (plan.isDefault ? countOf(null) : 0),
  })
}
