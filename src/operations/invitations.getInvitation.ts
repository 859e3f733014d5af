import { z } from "zod"
import { found } from "../contract/errors.ts"
import { memberRole } from "../contract/member-role.ts"
import { passkeyCreationOptions } from "../contract/passkey.ts"
import { oneTimeToken, personName } from "../contract/people.ts"
import { millis } from "../contract/primitives.ts"
import { query } from "./operation.ts"
import { purposeOfLink, userIdOfLink } from "./shared/people/account-of-link.ts"
import { requireInvitation } from "./shared/people/find-invitation.ts"
import { requireMaker } from "./shared/people/member-rights.ts"

export const getInvitation = query({
  name: "invitations.getInvitation",
  title: "Show an invitation",
  summary: "Show the invitation of a link: the workspace, the role and the address, and options for a passkey.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({
    token: oneTimeToken,
    name: personName.optional().describe("Name of the person, for a new account with a passkey."),
  }),
  output: z.object({
    workspaceName: z.string().describe("Name of the workspace that the person can join."),
    email: z.string().describe("E-mail address of the invited person."),
    role: memberRole.describe("The role that the person gets."),
    expires: millis.describe("When the link expires, in Unix milliseconds."),
    passkeyOptions: passkeyCreationOptions
      .optional()
      .describe(
        "Options for `navigator.credentials.create`, whose result is `passkey` of invitations.acceptInvitation. Valid for 5 minutes, once. Present only if you send `name`, and the public URL allows passkeys.",
      ),
  }),
  errors: ["data/invitation_not_found"],
  example: { token: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E" },
  async run(context) {
    const { store, input, passkeys, now } = context
    const { token, name: personName } = input
    const invitation = await requireInvitation(store, context, token)
    await requireMaker(store, context, invitation)
    const { workspaceId, email, role, createdAt, expires } = invitation
    const { name } = found(await store.workspaces.find(workspaceId), "data/invitation_not_found")
    const link = { kind: "invitation", token } as const
    const user = personName !== undefined && {
      id: userIdOfLink(context, link, createdAt),
      email,
      name: personName,
      passkeys: [],
    }
    const sessionId = purposeOfLink(context, link)
    return {
      ...{ workspaceName: name, email, role, expires },
      ...(user && passkeys.isOffered && { passkeyOptions: passkeys.creationOptions(user, { sessionId, now }) }),
    }
  },
})
