import { z } from "zod"
import { found } from "../contract/errors.ts"
import { memberRole } from "../contract/member-role.ts"
import { oneTimeToken } from "../contract/people.ts"
import { millis } from "../contract/primitives.ts"
import { query } from "./operation.ts"
import { requireInvitation } from "./shared/people/find-invitation.ts"
import { requireMaker } from "./shared/people/member-rights.ts"

export const getInvitation = query({
  name: "invitations.getInvitation",
  title: "Show an invitation",
  summary: "Show the invitation of a link: the workspace, the role and the address.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({ token: oneTimeToken }),
  output: z.object({
    workspaceName: z.string().describe("Name of the workspace that the person can join."),
    email: z.string().describe("E-mail address of the invited person."),
    role: memberRole.describe("The role that the person gets."),
    expires: millis.describe("When the link expires, in Unix milliseconds."),
  }),
  errors: ["data/invitation_not_found"],
  example: { token: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E" },
  async run(context) {
    const { store, input } = context
    const invitation = await requireInvitation(store, context, input.token)
    await requireMaker(store, context, invitation)
    const { workspaceId, email, role, expires } = invitation
    const { name } = found(await store.workspaces.find(workspaceId), "data/invitation_not_found")
    return { workspaceName: name, email, role, expires }
  },
})
