import { z } from "zod"
import { passkey, passkeyCreation, passkeyName } from "../contract/passkey.ts"
import { toWirePasskey } from "../core/people-wire.ts"
import { preparedMutation } from "./operation.ts"
import { offeredPasskeys } from "./shared/people/offered-passkeys.ts"
import { requireUser } from "./shared/people/own-session.ts"
import { requireCreation, storePasskey } from "./shared/people/store-passkey.ts"

export const addPasskey = preparedMutation({
  name: "account.addPasskey",
  title: "Add a passkey",
  summary:
    "Finish adding a passkey that account.getPasskeyChallenge started. Needs a sign-in within the last 10 minutes.",
  touches: "one object",
  callers: ["user"],
  needs: [],
  scope: "installation",
  chain: "installation",
  needsFreshSignIn: true,
  takesSecrets: true,
  input: z.strictObject({
    name: passkeyName,
    passkey: passkeyCreation.describe("The result of `navigator.credentials.create`, as `toJSON` writes it."),
  }),
  output: passkey,
  errors: ["application/precondition_failed"],
  example: {
    name: "Laptop",
    passkey: {
      id: "AQIDBAUGBwg",
      rawId: "AQIDBAUGBwg",
      type: "public-key",
      response: { clientDataJSON: "e30", attestationObject: "oA", transports: ["internal"] },
    },
  },
  prepare(context) {
    const { input, caller, now } = context
    const sessionId = requireUser(caller).signedIn.session.id
    return offeredPasskeys(context).checkCreation(input.passkey, { sessionId, now })
  },
  async run({ input, caller, tx, mint, now }, checked) {
    const { user } = requireUser(caller)
    const { name } = input
    return toWirePasskey(await storePasskey({ tx, mint, now }, { user, name, checked: requireCreation(checked) }))
  },
})
