import { z } from "zod"
import { email } from "../contract/email.ts"
import { passkeyCreationOptions } from "../contract/passkey.ts"
import { oneTimeToken, personName } from "../contract/people.ts"
import { query } from "./operation.ts"
import { purposeOfLink, userIdOfLink } from "./shared/people/account-of-link.ts"
import { requireSetupLink } from "./shared/people/setup-link.ts"

/** The page of the setup offers this many. Another workspace can be named by its id. */
const shownWorkspaces = 100

export const getState = query({
  name: "setup.getState",
  title: "Show what the setup offers",
  summary: "Show what the setup can offer: the workspaces that the first user may own, and options for a passkey.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({
    token: oneTimeToken,
    email: email.optional().describe("E-mail address of the first user, for a passkey. Send `name` too."),
    name: personName.optional().describe("Name of the first user, for a passkey. Send `email` too."),
  }),
  output: z.object({
    workspaces: z
      .array(
        z.object({
          workspaceId: z.string().describe("Id of the workspace."),
          name: z.string().describe("Name of the workspace."),
        }),
      )
      .describe("Up to 100 enabled workspaces that the first user can own, as `workspaceId` of setup.createFirstUser."),
    passkeyOptions: passkeyCreationOptions
      .optional()
      .describe(
        "Options for `navigator.credentials.create`, whose result is `passkey` of setup.createFirstUser. Valid for 5 minutes, once. Present only if you send `email` and `name`, and the public URL allows passkeys.",
      ),
  }),
  errors: ["authentication/sign_in_failed"],
  example: { token: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E" },
  async run(context) {
    const { store, input, passkeys, now } = context
    const { token, email, name } = input
    const { createdAt } = await requireSetupLink(store, context, token)
    const page = { limit: shownWorkspaces, after: undefined, enabled: true, search: undefined }
    const workspaces = await store.workspaces.list(page)
    const link = { kind: "setup", token } as const
    const user = email !== undefined &&
      name !== undefined && { id: userIdOfLink(context, link, createdAt), email, name }
    return {
      workspaces: workspaces.map((workspace) => ({ workspaceId: workspace.id, name: workspace.name })),
      ...(user &&
        passkeys.isOffered && {
          passkeyOptions: passkeys.creationOptions(
            { ...user, passkeys: [] },
            { sessionId: purposeOfLink(context, link), now },
          ),
        }),
    }
  },
})
