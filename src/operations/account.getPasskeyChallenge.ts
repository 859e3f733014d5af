import { z } from "zod"
import { passkeyCreationOptions } from "../contract/passkey.ts"
import { query } from "./operation.ts"
import { offeredPasskeys } from "./shared/people/offered-passkeys.ts"
import { requireUser } from "./shared/people/own-session.ts"

export const getCreationChallenge = query({
  name: "account.getPasskeyChallenge",
  title: "Start adding a passkey",
  summary:
    "Start adding a passkey: options for `navigator.credentials.create`. They are valid for 5 minutes, once, in this session.",
  callers: ["user"],
  needs: [],
  scope: "installation",
  needsFreshSignIn: true,
  input: z.strictObject({}),
  output: passkeyCreationOptions,
  errors: ["application/precondition_failed"],
  example: {},
  async run(context) {
    const { caller, store, now } = context
    const offered = offeredPasskeys(context)
    const { user, signedIn } = requireUser(caller)
    const passkeys = await store.passkeys.listOfUser(user.id)
    return offered.creationOptions({ ...user, passkeys }, { sessionId: signedIn.session.id, now })
  },
})
