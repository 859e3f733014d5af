import { z } from "zod"
import { planFields, planTexts } from "../contract/plan.ts"
import { defaultPlan } from "../contract/touches.ts"
import { keyLinkGrants } from "../core/key-link-grants.ts"
import type { Plan } from "../core/model.ts"
import { created } from "../core/object-events.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { toWirePlan } from "../core/wire-identity.ts"
import { mutation } from "./operation.ts"
import { assignedPlanName } from "./shared/permissions/assigned-names.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"
import { endFormerDefault, planExists } from "./shared/plans/change-plan.ts"

export const createPlan = mutation({
  name: "plans.createPlan",
  title: "Create a plan",
  summary: "Create a plan: permissions, rate limits, a quota and a number of keys that many customers get.",
  touches: defaultPlan,
  needs: ["plan.*.create_plan"],
  mayNeed: [keyLinkGrants.addPermission, permissionCreation],
  input: z.strictObject({
    name: assignedPlanName.describe("Name of the plan, unique in the workspace."),
    description: planFields.description.optional().describe(planTexts.description),
    meta: planFields.meta.default({}).describe(planTexts.meta),
    permissions: planFields.permissions.default([]).describe(planTexts.permissions),
    ratelimits: planFields.ratelimits.default([]).describe(planTexts.ratelimits),
    maxKeys: planFields.maxKeys.optional().describe(`${planTexts.maxKeys} Default: no bound.`),
    quota: planFields.quota.optional().describe(`${planTexts.quota} Default: none.`),
    default: planFields.default.default(false).describe(planTexts.default),
  }),
  output: z.object({ planId: z.string().describe("Id of the new plan.") }),
  errors: ["data/plan_already_exists", "data/permission_not_found"],
  example: {
    name: "business",
    permissions: ["documents.read"],
    ratelimits: [{ name: "requests", limit: 1000, duration: 60000, autoApply: true }],
    maxKeys: 20,
  },
  async run({ input, workspace, tx, mint, now, grantAlso }) {
    if (input.permissions.length > 0) grantAlso(keyLinkGrants.addPermission)
    const authorizeCreation = () => grantAlso(permissionCreation)
    const permissions = await resolvePermissions({ tx, workspace, mint, authorizeCreation }, input.permissions)
    if ((await tx.plans.findByName(workspace.id, input.name)) !== undefined) throw planExists(input.name)
    const plan: Plan = {
      id: mint.id("plan"),
      workspaceId: workspace.id,
      name: input.name,
      description: input.description || null,
      meta: input.meta,
      permissions,
      ratelimits: replaceRatelimits([], input.ratelimits, () => mint.id("rl")),
      maxKeys: input.maxKeys ?? null,
      quota: input.quota ?? null,
      isDefault: input.default,
      createdAt: now,
      updatedAt: null,
    }
    if (plan.isDefault) await endFormerDefault({ tx, workspace, now })
    await tx.plans.insert(plan)
    tx.record({ ...created("plan", plan.id, toWirePlan(plan)), workspaceId: workspace.id })
    return { planId: plan.id }
  },
})
