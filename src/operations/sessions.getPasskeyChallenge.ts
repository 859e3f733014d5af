import { z } from "zod"
import { passkeySignInOptions } from "../contract/passkey.ts"
import { query } from "./operation.ts"
import { offeredPasskeys } from "./shared/people/offered-passkeys.ts"

export const getPasskeyChallenge = query({
  name: "sessions.getPasskeyChallenge",
  title: "Start a sign-in with a passkey",
  summary:
    "Start a sign-in with a passkey: options for `navigator.credentials.get`. They are valid for 5 minutes, once.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({}),
  output: passkeySignInOptions,
  errors: ["application/precondition_failed"],
  example: {},
  run: async (context) => offeredPasskeys(context).signInOptions(context.now),
})
