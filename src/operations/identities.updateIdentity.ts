import { z } from "zod"
import { found } from "../contract/errors.ts"
import { identity } from "../contract/identity.ts"
import { meta, ref } from "../contract/primitives.ts"
import { ratelimitInputs } from "../contract/ratelimit.ts"
import { changesBetween } from "../core/changes.ts"
import type { Identity } from "../core/model.ts"
import { updated } from "../core/object-events.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import { toWireIdentity } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { findIdentity } from "./shared/keys/link-identity.ts"

export const updateIdentity = mutation({
  name: "identities.updateIdentity",
  title: "Change an identity",
  summary: "Replace the metadata or the rate limits of an identity.",
  needs: ["identity.{identityId}.update_identity"],
  input: z.strictObject({
    identity: ref.describe("Id or external id of the identity."),
    meta: meta.optional().describe("New metadata. It replaces all old data."),
    ratelimits: ratelimitInputs
      .optional()
      .describe("New rate limits. They replace the old set; a known name keeps its id."),
  }),
  output: identity,
  errors: ["data/identity_not_found"],
  example: { identity: "user_42", meta: { plan: "free" } },
  async run({ input, workspace, tx, mint, now, grant }) {
    const identity = found(await findIdentity(tx, workspace.id, input.identity), "data/identity_not_found")
    grant({ identityId: identity.id })
    const wanted: Identity = {
      ...identity,
      meta: input.meta ?? identity.meta,
      ratelimits: input.ratelimits
        ? replaceRatelimits(identity.ratelimits, input.ratelimits, () => mint.id("rl"))
        : identity.ratelimits,
      updatedAt: now,
    }
    const changes = changesBetween(toWireIdentity(identity), toWireIdentity(wanted))
    if (changes === undefined) return toWireIdentity(identity)
    await tx.identities.update(wanted)
    tx.record({ ...updated("identity", identity.id, changes), workspaceId: workspace.id })
    return toWireIdentity(wanted)
  },
})
