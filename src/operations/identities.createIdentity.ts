import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { externalId, meta } from "../contract/primitives.ts"
import { ratelimitInputs } from "../contract/ratelimit.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { mutation } from "./operation.ts"
import { createIdentity as create } from "./shared/keys/link-identity.ts"

export const createIdentity = mutation({
  name: "identities.createIdentity",
  title: "Create an identity",
  summary: "Create an identity: a user or another entity that owns or uses keys.",
  needs: ["identity.*.create_identity"],
  input: z.strictObject({
    externalId: externalId.describe("Your own id of the customer or user. It is case-sensitive."),
    meta: meta.default({}).describe("Your own data about the identity, such as a plan."),
    ratelimits: ratelimitInputs.default([]).describe("Rate limits of the identity, shared by all its keys."),
  }),
  output: z.object({ identityId: z.string().describe("Id of the new identity.") }),
  errors: ["data/identity_already_exists", "limits/quota_exceeded"],
  example: { externalId: "user_43", meta: { plan: "pro" } },
  async run({ input, workspace, tx, mint, now }) {
    const { externalId, meta } = input
    // Checked before the quota, because an existing identity does not count again.
    if (await tx.identities.findByExternalId(workspace.id, externalId)) throw fault("data/identity_already_exists")
    const ratelimits = replaceRatelimits([], input.ratelimits, () => mint.id("rl"))
    const identity = await create({ tx, workspace, mint, now }, { externalId, meta, ratelimits })
    return { identityId: identity.id }
  },
})
