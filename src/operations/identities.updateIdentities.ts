import { z } from "zod"
import { identitiesAtMost, identitiesUpdate } from "../contract/identity-selection.ts"
import { selectedCustomers } from "../contract/touches.ts"
import { identityAt } from "../core/plans.ts"
import { type SlicesDone, slicedMutation } from "./operation.ts"
import { changeIdentity } from "./shared/identities/change-identity.ts"
import {
  nextIdentitySlice,
  type Position,
  requireAll,
  requireIdentitySelection,
} from "./shared/identities/identity-slices.ts"
import { assignsPlan, resolvePlans, withPlans } from "./shared/plans/assign-plan.ts"

const assignment = "identity.*.set_plan"

interface Progress extends Position {
  readonly updated: number
}

export const updateIdentities = slicedMutation({
  name: "identities.updateIdentities",
  title: "Change or disable many identities",
  summary:
    "Make the same change to many identities: those that you list, or all of a plan, up to 10,000 per call. Moves customers to another plan.",
  touches: selectedCustomers,
  needs: ["identity.*.update_identity"],
  mayNeed: [assignment],
  input: identitiesUpdate,
  output: z.object({
    updated: z.int().describe("Number of identities that were different before. Only these have an event."),
    cursor: z.string().optional().describe("Send it as `cursor` to continue. Absent after the last identity."),
  }),
  errors: ["data/identity_not_found", "data/plan_not_found"],
  example: { identities: ["user_42"], set: { enabled: true } },
  async plan(context) {
    const { input, workspace, store, grantAlso } = context
    if (assignsPlan(input.set)) grantAlso(assignment)
    await resolvePlans(context, store, input.set)
    const selection = await requireIdentitySelection(context, store, input)
    if (selection.type === "references") await requireAll(store, workspace.id, selection.references)
  },
  async runSlice(context, done: SlicesDone<void, Progress>) {
    const { input, workspace, tx, now, after, grantAlso } = context
    if (assignsPlan(input.set)) grantAlso(assignment)
    const before: Progress = done.type === "begun" ? done.progress : { walked: 0, after: after ?? null, updated: 0 }
    const plans = await resolvePlans(context, tx, input.set)
    const selection = await requireIdentitySelection(context, tx, input)
    const slice = await nextIdentitySlice(tx, { workspaceId: workspace.id, selection }, before)
    let { updated } = before
    for (const stored of slice.identities) {
      const identity = identityAt(stored, now)
      const wanted = { ...withPlans(identity, plans, now), enabled: input.set.enabled ?? identity.enabled }
      if ((await changeIdentity({ tx, now }, identity, wanted)) !== identity) updated += 1
    }
    if (slice.isLast) return { type: "last", result: { updated } }
    if (slice.end.walked < identitiesAtMost) return { type: "more", progress: { ...slice.end, updated } }
    return { type: "last", result: { updated }, next: slice.end.after ?? undefined }
  },
})
