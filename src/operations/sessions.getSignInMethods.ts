import { z } from "zod"
import { query } from "./operation.ts"

export const getSignInMethods = query({
  name: "sessions.getSignInMethods",
  title: "Show how people sign in",
  summary: "Show how people can sign in, besides a password or a key.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  input: z.strictObject({}),
  output: z.object({
    passkey: z.boolean().describe("Whether browsers can use passkeys under the public URL."),
    oidc: z
      .object({ host: z.string().describe("The host of the OpenID Connect provider.") })
      .optional()
      .describe("Present if people can sign in at `/oidc/start`."),
  }),
  errors: [],
  example: {},
  run: async ({ passkeys, oidc }) => ({
    passkey: passkeys.isOffered,
    ...(oidc && { oidc: { host: oidc.provider.host } }),
  }),
})
