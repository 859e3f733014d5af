import { z } from "zod"
import { mutation } from "./operation.ts"
import { endPortalSessions } from "./shared/portal/end-portal-sessions.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"

export const endSession = mutation({
  name: "portal.endSession",
  title: "Leave the portal",
  summary: "End the session of this browser in the portal.",
  touches: "one object",
  callers: ["portal"],
  isOfPortal: true,
  needs: [],
  takesSecrets: true,
  input: z.strictObject({}),
  output: z.object({}),
  errors: [],
  example: {},
  async run(context) {
    await endPortalSessions(context, { id: portalCallerOf(context.caller).session.id })
    context.browser().portal.clearSession()
    return {}
  },
})
