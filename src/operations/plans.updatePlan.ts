import { z } from "zod"
import { plan, planShape } from "../contract/plan.ts"
import { ref } from "../contract/primitives.ts"
import type { Plan } from "../core/model.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { toWirePlan } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { rightsToChangeLinked, rightsToChangePermissions } from "./shared/keys/key-link-rights.ts"
import { assignedPlanName } from "./shared/permissions/assigned-names.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"
import { changePlan, endFormerDefault, planExists } from "./shared/plans/change-plan.ts"
import { requirePlan } from "./shared/plans/require-plan.ts"

export const updatePlan = mutation({
  name: "plans.updatePlan",
  title: "Change a plan",
  summary: "Change a plan for all its customers at once. Fields that you leave out stay, and null removes a value.",
  needs: ["plan.*.update_plan"],
  mayNeed: [...rightsToChangePermissions, permissionCreation],
  input: z.strictObject({
    plan: ref.describe("Id or name of the plan."),
    name: assignedPlanName.optional().describe("New name of the plan, unique in the workspace."),
    description: planShape.description.nullable().optional(),
    meta: planShape.meta.nullable().optional(),
    permissions: planShape.permissions.nullable().optional(),
    ratelimits: planShape.ratelimits.nullable().optional(),
    maxKeys: planShape.maxKeys.nullable().optional(),
    default: planShape.default.optional(),
  }),
  output: plan,
  errors: [
    "data/plan_not_found",
    "data/plan_already_exists",
    "data/permission_not_found",
    "application/precondition_failed",
  ],
  example: { plan: "pro", maxKeys: 50 },
  async run({ input, workspace, tx, mint, now, grantAlso }) {
    const before = await requirePlan(tx, workspace.id, input.plan)
    const { permissions, ratelimits, meta, maxKeys } = input
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
      isDefault: input.default ?? before.isDefault,
    }
    grantAlso(...rightsToChangeLinked(before.permissions, wanted.permissions))
    const isTaken = wanted.name !== before.name && (await tx.plans.findByName(workspace.id, wanted.name)) !== undefined
    if (isTaken) throw planExists(wanted.name)
    if (wanted.isDefault && !before.isDefault) await endFormerDefault({ tx, workspace, now })
    return toWirePlan(await changePlan({ tx, now }, before, wanted))
  },
})
