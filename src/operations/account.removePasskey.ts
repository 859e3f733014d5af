import { z } from "zod"
import { ref } from "../contract/primitives.ts"
import { installationChain } from "../core/event-chain.ts"
import { updated } from "../core/object-events.ts"
import { mutation } from "./operation.ts"
import { requireUser } from "./shared/people/own-session.ts"
import { requireOtherWay } from "./shared/people/ways-to-sign-in.ts"

export const removePasskey = mutation({
  name: "account.removePasskey",
  title: "Remove a passkey",
  summary: "Remove one of your passkeys. Needs a sign-in within the last 10 minutes.",
  isDestructive: true,
  callers: ["user"],
  needs: [],
  scope: "installation",
  chain: "installation",
  needsFreshSignIn: true,
  input: z.strictObject({
    passkeyId: ref.describe("Id of the passkey."),
    allowLast: z.boolean().default(false).describe("Remove it even if you cannot sign in without it."),
  }),
  output: z.object({ removed: z.boolean().describe("False if you have no such passkey.") }),
  errors: ["application/precondition_failed"],
  example: { passkeyId: "pk_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input: { passkeyId, allowLast }, caller, tx }) {
    const { user } = requireUser(caller)
    const passkey = await tx.passkeys.find(passkeyId)
    if (passkey?.userId !== user.id) return { removed: false }
    await requireOtherWay(tx, user.id, allowLast)
    await tx.passkeys.delete(passkeyId)
    const changes = { before: { removedPasskey: { passkeyId, name: passkey.name } }, after: {} }
    tx.record({ ...updated("user", user.id, changes), workspaceId: installationChain })
    return { removed: true }
  },
})
