import { z } from "zod"
import { identity } from "../contract/identity.ts"
import { inheritedPermissionRefs } from "../contract/permission.ts"
import { assignmentTexts, planChangeInput, planRef } from "../contract/plan.ts"
import { meta, ref } from "../contract/primitives.ts"
import { ratelimitInputs } from "../contract/ratelimit.ts"
import { disabledCustomer } from "../contract/touches.ts"
import type { Identity } from "../core/model.ts"
import { identityAt } from "../core/plans.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { toWireIdentity } from "../core/wire-identity.ts"
import { mutation } from "./operation.ts"
import { changeIdentity, requireIdentity, requireIdentityForUpdate } from "./shared/identities/change-identity.ts"
import { billingPatchFields, billingRights, rightsForBilling, withBilling } from "./shared/keys/identity-billing.ts"
import { rightsToChangeLinked, rightsToChangePermissions } from "./shared/keys/key-link-rights.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"
import { assignsPlan, resolvePlans, withPlans } from "./shared/plans/assign-plan.ts"

const assignment = "identity.{identityId}.set_plan"

export const updateIdentity = mutation({
  name: "identities.updateIdentity",
  title: "Change an identity",
  summary:
    "Change an identity: its switch, plan, permissions, metadata, rate limits, quota or credits. Fields that you leave out stay.",
  touches: disabledCustomer,
  needs: ["identity.{identityId}.update_identity"],
  mayNeed: [...rightsToChangePermissions, permissionCreation, ...billingRights],
  input: z.strictObject({
    identity: ref.describe("Id or external id of the identity."),
    enabled: z
      .boolean()
      .optional()
      .describe("Whether keys of the identity work, later ones too. Their own `enabled` stays."),
    meta: meta.optional().describe("New metadata. It replaces all old data."),
    permissions: inheritedPermissionRefs
      .optional()
      .describe(
        "Permissions that all keys of the identity hold, by id or slug. An unknown slug is created. They replace the old set.",
      ),
    ratelimits: ratelimitInputs
      .optional()
      .describe("New rate limits. They replace the old set; a known name keeps its id."),
    plan: planRef.optional().describe(assignmentTexts.plan),
    planChange: planChangeInput.optional().describe(assignmentTexts.planChange),
    ...billingPatchFields,
  }),
  output: identity,
  errors: ["data/identity_not_found", "data/permission_not_found", "data/plan_not_found"],
  example: { identity: "user_42", meta: { name: "Ada" } },
  async run({ input, workspace, tx, mint, now, grant, grantAlso }) {
    const rights = [...new Set([...(assignsPlan(input) ? [assignment] : []), ...rightsForBilling(input)])]
    const require = rightsForBilling(input).length > 0 ? requireIdentityForUpdate : requireIdentity
    const stored = await require({ tx, workspace, now }, input.identity)
    grant({ identityId: stored.id }, ...rights)
    const identity = identityAt(stored, now)
    const authorizeCreation = () => grantAlso(permissionCreation)
    const planned = withPlans(identity, await resolvePlans({ workspace }, tx, input), now)
    const wanted: Identity = {
      ...withBilling(planned, input, now),
      enabled: input.enabled ?? identity.enabled,
      permissions: input.permissions
        ? await resolvePermissions({ tx, workspace, mint, authorizeCreation }, input.permissions)
        : identity.permissions,
      meta: input.meta ?? identity.meta,
      ratelimits: input.ratelimits
        ? replaceRatelimits(identity.ratelimits, input.ratelimits, () => mint.id("rl"))
        : identity.ratelimits,
    }
    grantAlso(...rightsToChangeLinked(identity.permissions, wanted.permissions))
    return toWireIdentity(await changeIdentity({ tx, now }, identity, wanted), now)
  },
})
