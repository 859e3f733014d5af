import { z } from "zod"
import { ref } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { endSession } from "./shared/people/end-sessions.ts"
import { requireUser } from "./shared/people/own-session.ts"

const listedSessions = 1_000

export const revokeSession = mutation({
  name: "account.revokeSession",
  title: "End a session",
  summary: "Sign out one of your browsers, at once on all nodes.",
  isDestructive: true,
  callers: ["user"],
  needs: [],
  scope: "installation",
  chain: "installation",
  input: z.strictObject({ sessionId: ref.describe("Id of the session.") }),
  output: z.object({ revoked: z.boolean().describe("False if you have no such session.") }),
  errors: [],
  example: { sessionId: "ses_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, caller, tx }) {
    const own = await tx.sessions.listOfUser(requireUser(caller).user.id, listedSessions)
    const session = own.find(({ id }) => id === input.sessionId)
    return { revoked: session !== undefined && (await endSession({ tx }, session)) }
  },
})
