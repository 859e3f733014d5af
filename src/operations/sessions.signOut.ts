import { z } from "zod"
import { mutation } from "./operation.ts"
import { endSession } from "./shared/people/end-sessions.ts"
import { actorOf } from "./shared/transact.ts"

export const signOut = mutation({
  name: "sessions.signOut",
  title: "Sign out",
  summary: "End the session of this browser. Signing out twice is no error.",
  touches: "one object",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  chain: "installation",
  takesSecrets: true,
  input: z.strictObject({}),
  output: z.object({}),
  errors: [],
  example: {},
  async run({ tx, caller, browser }) {
    const session = caller.type === "visitor" ? caller.signedIn?.session : undefined
    if (session !== undefined) await endSession({ tx, actor: actorOf(caller) }, session)
    browser().clearSession()
    return {}
  },
})
