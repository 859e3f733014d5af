import { z } from "zod"
import { found } from "../contract/errors.ts"
import { exactlyOne } from "../contract/exactly-one.ts"
import { portalSessionRef } from "../contract/portal.ts"
import { ref } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { findIdentity } from "./shared/keys/link-identity.ts"
import { endPortalSessions } from "./shared/portal/end-portal-sessions.ts"
import { sessionCreation } from "./shared/portal/resolve-portal-caller.ts"

export const revokeSessions = mutation({
  name: "portal.revokeSessions",
  title: "End portal sessions",
  summary: "End sessions in the portal at once on all nodes: one, all of a customer, or all.",
  isDestructive: true,
  needs: [sessionCreation],
  input: exactlyOne(
    z.strictObject({
      sessionId: portalSessionRef.optional(),
      identity: ref.optional().describe("End all sessions of this customer, by id or external id."),
      all: z.literal(true).optional().describe("End all sessions of the workspace."),
    }),
    ["sessionId", "identity", "all"],
  ),
  output: z.object({
    revoked: z.int().describe("How many sessions and links have ended. 0 if there was none."),
  }),
  errors: ["data/identity_not_found"],
  example: { identity: "user_42" },
  async run(context) {
    const { input, workspace, tx } = context
    if (input.sessionId !== undefined) return { revoked: await endPortalSessions(context, { id: input.sessionId }) }
    if (input.identity === undefined) return { revoked: await endPortalSessions(context, {}) }
    const identity = found(await findIdentity(tx, workspace.id, input.identity), "data/identity_not_found")
    return { revoked: await endPortalSessions(context, { identityId: identity.id }) }
  },
})
