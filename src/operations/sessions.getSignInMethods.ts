import { z } from "zod"
import { query } from "./operation.ts"

export const getSignInMethods = query({
  name: "sessions.getSignInMethods",
  summary: "Show how people can sign in, besides a password or a key.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  input: z.strictObject({}),
  output: z.object({
    passkey: z.boolean().describe("Whether browsers can use passkeys under the public URL."),
  }),
  errors: [],
  example: {},
  run: async ({ passkeys }) => ({ passkey: passkeys.isOffered }),
})
