import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { query } from "./operation.ts"
import { beginOidc } from "./shared/people/begin-oidc.ts"
import { mayLink } from "./shared/people/finish-oidc.ts"
import { requireUser } from "./shared/people/own-session.ts"

export const linkOidc = query({
  name: "account.linkOidc",
  title: "Link a provider account",
  summary:
    "Start linking your account at the OpenID Connect provider: open `url` in this browser. Needs a sign-in within the last 10 minutes, but not with the provider.",
  callers: ["user"],
  waitsOutside: true,
  needs: [],
  scope: "installation",
  needsFreshSignIn: true,
  input: z.strictObject({}),
  output: z.object({ url: z.string().describe("A page of the provider.") }),
  errors: ["application/precondition_failed"],
  example: {},
  async run(context) {
    const { session } = requireUser(context.caller).signedIn
    if (!mayLink(session, context.now)) {
      throw fault("application/precondition_failed", {
        detail: "You have signed in with the provider. Sign in with a password or a passkey to link another account.",
      })
    }
    return { url: await beginOidc(context, { type: "link", sessionId: session.id }) }
  },
})
