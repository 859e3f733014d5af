import { z } from "zod"
import { mutation } from "./operation.ts"
import { endSessionsOf } from "./shared/people/end-sessions.ts"
import { requireUser } from "./shared/people/own-session.ts"

export const revokeOtherSessions = mutation({
  name: "account.revokeOtherSessions",
  title: "End all other sessions",
  summary: "Sign out all your other browsers, at once on all nodes.",
  isDestructive: true,
  callers: ["user"],
  needs: [],
  scope: "installation",
  chain: "installation",
  input: z.strictObject({}),
  output: z.object({ endedSessions: z.int().describe("How many other sessions were ended.") }),
  errors: [],
  example: {},
  async run({ caller, tx }) {
    const { user, signedIn } = requireUser(caller)
    return { endedSessions: await endSessionsOf({ tx }, user.id, signedIn.session.id) }
  },
})
