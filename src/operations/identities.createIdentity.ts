import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { inheritedPermissionRefs } from "../contract/permission.ts"
import { assignmentTexts, planChangeInput, planRef } from "../contract/plan.ts"
import { externalId, meta } from "../contract/primitives.ts"
import { ratelimitInputs } from "../contract/ratelimit.ts"
import { keyLinkGrants } from "../core/key-link-grants.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { mutation } from "./operation.ts"
import { billingFields, billingRights, rightsForBilling } from "./shared/keys/identity-billing.ts"
import { createIdentity as create } from "./shared/keys/link-identity.ts"
import { permissionCreation, resolvePermissions } from "./shared/permissions/resolve-permissions.ts"
import { assignsPlan, plansOfNewIdentity } from "./shared/plans/assign-plan.ts"

const assignment = "identity.*.set_plan"

/** A new identity has no id that a right could name. */
const ofNewIdentity = (right: string) => right.replace("{identityId}", "*")
const newBillingRights = billingRights.map(ofNewIdentity)

export const createIdentity = mutation({
  name: "identities.createIdentity",
  title: "Create an identity",
  summary: "Create an identity: a user or another entity that owns or uses keys.",
  touches: "one object",
  needs: ["identity.*.create_identity"],
  mayNeed: [keyLinkGrants.addPermission, permissionCreation, ...newBillingRights],
  input: z.strictObject({
    externalId: externalId.describe("Your own id of the customer or user. It is case-sensitive."),
    enabled: z.boolean().default(true).describe("Whether keys of the identity work."),
    meta: meta.default({}).describe("Your own data about the identity."),
    permissions: inheritedPermissionRefs
      .default([])
      .describe("Permissions that all keys of the identity hold, by id or slug. An unknown slug is created."),
    ratelimits: ratelimitInputs.default([]).describe("Rate limits of the identity, shared by all its keys."),
    plan: planRef.optional().describe(assignmentTexts.plan),
    planChange: planChangeInput.optional().describe(assignmentTexts.planChange),
    ...billingFields,
  }),
  output: z.object({ identityId: z.string().describe("Id of the new identity.") }),
  errors: ["data/identity_already_exists", "data/permission_not_found", "data/plan_not_found", "limits/quota_exceeded"],
  example: { externalId: "user_43", meta: { name: "Ada" } },
  async run({ input, workspace, tx, mint, now, grantAlso }) {
    const { externalId, enabled, meta } = input
    if (input.permissions.length > 0) grantAlso(keyLinkGrants.addPermission)
    grantAlso(...(assignsPlan(input) ? [assignment] : []), ...rightsForBilling(input).map(ofNewIdentity))
    // Checked before the quota, because an existing identity does not count again.
    if (await tx.identities.findByExternalId(workspace.id, externalId)) throw fault("data/identity_already_exists")
    const ratelimits = replaceRatelimits([], input.ratelimits, () => mint.id("rl"))
    const authorizeCreation = () => grantAlso(permissionCreation)
    const permissions = await resolvePermissions({ tx, workspace, mint, authorizeCreation }, input.permissions)
    const plans = await plansOfNewIdentity({ tx, workspace, now }, input)
    const { billingDay, quota, used, credits } = input
    const billing = { billingDay, quota, used, credits }
    const wanted = { externalId, enabled, meta, permissions, ratelimits, billing, ...plans }
    const identity = await create({ tx, workspace, mint, now }, wanted)
    return { identityId: identity.id }
  },
})
