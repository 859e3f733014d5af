import { z } from "zod"
import { plan, planFields, planTexts } from "../contract/plan.ts"
import { ref } from "../contract/primitives.ts"
import { changedPlan } from "../contract/touches.ts"
import type { Plan } from "../core/model.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { toWirePlan } from "../core/wire-identity.ts"
import { mutation } from "./operation.ts"
import { rightsToChangeLinked, rightsToChangePermissions } from "./shared/keys/key-link-rights.ts"
import { assignedPlanName } from "./shared/permissions/assigned-names.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"
import { changePlan, endFormerDefault, planExists } from "./shared/plans/change-plan.ts"
import { requirePlan } from "./shared/plans/require-plan.ts"

const removal = "null removes it."

export const updatePlan = mutation({
  name: "plans.updatePlan",
  title: "Change a plan",
  summary: "Change a plan for all its customers at once. Fields that you leave out stay, and null removes a value.",
  touches: changedPlan,
  needs: ["plan.*.update_plan"],
  mayNeed: [...rightsToChangePermissions, permissionCreation],
  input: z.strictObject({
    plan: ref.describe("Id or name of the plan."),
    name: assignedPlanName.optional().describe("New name of the plan, unique in the workspace."),
    description: planFields.description.nullable().optional().describe(`${planTexts.description} ${removal}`),
    meta: planFields.meta.nullable().optional().describe(`${planTexts.meta} It replaces all old data. ${removal}`),
    permissions: planFields.permissions
      .nullable()
      .optional()
      .describe(`${planTexts.permissions} They replace the old set. null removes all.`),
    ratelimits: planFields.ratelimits
      .nullable()
      .optional()
      .describe(`${planTexts.ratelimits} They replace the old set; a known name keeps its id. null removes all.`),
    maxKeys: planFields.maxKeys.nullable().optional().describe(`${planTexts.maxKeys} null removes the bound.`),
    quota: planFields.quota
      .nullable()
      .optional()
      .describe(`${planTexts.quota} What was used stays counted. ${removal}`),
    default: planFields.default.optional().describe(planTexts.default),
  }),
  output: plan,
  errors: ["data/plan_not_found", "data/plan_already_exists", "data/permission_not_found"],
  example: { plan: "pro", maxKeys: 50 },
  async run({ input, workspace, tx, mint, now, grantAlso }) {
    const before = await requirePlan(tx, workspace.id, input.plan)
    const { permissions, ratelimits, meta, maxKeys, quota } = input
    const authorizeCreation = () => grantAlso(permissionCreation)
    const wanted: Plan = {
      ...before,
      name: input.name ?? before.name,
      description: input.description === undefined ? before.description : input.description || null,
      meta: meta === undefined ? before.meta : (meta ?? {}),
      permissions:
        permissions === undefined
          ? before.permissions
          : await resolvePermissions({ tx, workspace, mint, authorizeCreation }, permissions ?? []),
      ratelimits:
        ratelimits === undefined
          ? before.ratelimits
          : replaceRatelimits(before.ratelimits, ratelimits ?? [], () => mint.id("rl")),
      maxKeys: maxKeys === undefined ? before.maxKeys : maxKeys,
      quota: quota === undefined ? before.quota : quota,
      isDefault: input.default ?? before.isDefault,
    }
    grantAlso(...rightsToChangeLinked(before.permissions, wanted.permissions))
    const isTaken = wanted.name !== before.name && (await tx.plans.findByName(workspace.id, wanted.name)) !== undefined
    if (isTaken) throw planExists(wanted.name)
    if (wanted.isDefault && !before.isDefault) await endFormerDefault({ tx, workspace, now })
    return toWirePlan(await changePlan({ tx, now }, before, wanted))
  },
})
