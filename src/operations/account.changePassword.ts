import { z } from "zod"
import { newPassword } from "../contract/people.ts"
import { installationChain } from "../core/event-chain.ts"
import { updated } from "../core/object-events.ts"
import { preparedMutation } from "./operation.ts"
import { endSessionsOf } from "./shared/people/end-sessions.ts"
import { requireUser } from "./shared/people/own-session.ts"
import { revokeReset } from "./shared/people/revoke-reset.ts"

export const changePassword = preparedMutation({
  name: "account.changePassword",
  title: "Change the password",
  summary:
    "Set a new password, end your other sessions and revoke an open reset link. Needs a sign-in within the last 10 minutes.",
  touches: "one object",
  callers: ["user"],
  needs: [],
  scope: "installation",
  chain: "installation",
  needsFreshSignIn: true,
  takesSecrets: true,
  input: z.strictObject({ newPassword }),
  output: z.object({ endedSessions: z.int().describe("How many other sessions were ended.") }),
  errors: ["limits/sign_in_rate_limited"],
  example: { newPassword: "correct horse battery staple" },
  prepare: ({ passwords, input, caller }) => passwords.hash(input.newPassword, requireUser(caller).user.id),
  async run({ caller, tx, now }, passwordHash) {
    const { user, signedIn } = requireUser(caller)
    await tx.users.setPasswordHash(user.id, passwordHash, now)
    await revokeReset({ tx, now }, user)
    const endedSessions = await endSessionsOf({ tx }, user.id, signedIn.session.id)
    const changes = { before: {}, after: { passwordChangedAt: now } }
    tx.record({ ...updated("user", user.id, changes), workspaceId: installationChain })
    return { endedSessions }
  },
})
