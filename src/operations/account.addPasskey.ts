import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { passkey, passkeyCreation, passkeyName } from "../contract/passkey.ts"
import { installationChain } from "../core/event-chain.ts"
import { updated } from "../core/object-events.ts"
import type { Passkey } from "../core/people.ts"
import { toWirePasskey } from "../core/people-wire.ts"
import { preparedMutation } from "./operation.ts"
import { offeredPasskeys } from "./shared/people/offered-passkeys.ts"
import { requireUser } from "./shared/people/own-session.ts"

const maxPasskeys = 20

export const addPasskey = preparedMutation({
  name: "account.addPasskey",
  title: "Add a passkey",
  summary:
    "Finish adding a passkey that account.getPasskeyChallenge started. Needs a sign-in within the last 10 minutes.",
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
    if (checked === undefined) throw refused("The passkey was not created for this session, or too late. Try again.")
    const { challenge, ...made } = checked
    if (!(await tx.challenges.use(challenge.hash, challenge.expires))) throw refused("The passkey was added before.")
    const present = await tx.passkeys.listOfUser(user.id)
    if (present.length >= maxPasskeys)
      throw refused(`You have ${maxPasskeys} passkeys, which is the maximum. Remove one first.`)
    // An authenticator chooses the id, and could choose that of another user.
    if ((await tx.passkeys.findByCredentialId(made.credentialId)) !== undefined)
      throw refused("The passkey belongs to an account already.")
    const { name } = input
    const added: Passkey = { id: mint.id("pk"), userId: user.id, ...made, name, createdAt: now, lastUsedAt: null }
    await tx.passkeys.insert(added)
    const changes = { before: {}, after: { addedPasskey: { passkeyId: added.id, name } } }
    tx.record({ ...updated("user", user.id, changes), workspaceId: installationChain })
    return toWirePasskey(added)
  },
})

function refused(detail: string) {
  return fault("application/precondition_failed", { detail })
}
