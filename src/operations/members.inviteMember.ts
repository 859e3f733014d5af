import { z } from "zod"
import { email } from "../contract/email.ts"
import { fault } from "../contract/errors.ts"
import { memberRole } from "../contract/member-role.ts"
import { millis, workspaceRef } from "../contract/primitives.ts"
import { created } from "../core/object-events.ts"
import type { Invitation } from "../core/people.ts"
import { toWireInvitation } from "../core/people-wire.ts"
import { mutation } from "./operation.ts"
import { linkMakerOf } from "./shared/people/link-maker.ts"
import { originOf } from "./shared/people/member-events.ts"
import { refuseOutliving, requireCovering } from "./shared/people/member-rights.ts"

const validForMs = 72 * 60 * 60 * 1000
const maxOpen = 1_000

export const inviteMember = mutation({
  name: "members.inviteMember",
  title: "Invite a member",
  summary: "Create a link that makes one person a member of the workspace. Send the link yourself; it works once.",
  touches: "one object",
  callers: ["operator", "root_key"],
  needs: ["member.*.invite_member"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    email: email.describe("E-mail address of the person. Keyward sends no mail."),
    role: memberRole.describe("The role of the new member. You must hold everything that it allows."),
  }),
  output: z.object({
    invitationId: z.string().describe("Id of the invitation."),
    url: z.string().describe("The link. It is shown only once."),
    expires: millis.describe("When the link expires, in Unix milliseconds."),
  }),
  errors: ["data/workspace_not_found", "application/precondition_failed"],
  example: { email: "grace@example.com", role: "developer" },
  async run(context) {
    const { input, caller, workspace, tx, mint, now, delegate, browser } = context
    requireCovering(delegate, input.role)
    refuseOutliving(caller)
    const open = await tx.invitations.list(workspace.id, { limit: maxOpen, after: undefined })
    if (open.length === maxOpen) throw tooMany()
    const { plaintext, hash } = mint.token()
    const invitation: Invitation = {
      id: mint.id("inv"),
      workspaceId: workspace.id,
      email: input.email,
      role: input.role,
      hash,
      invitedBy: linkMakerOf(context),
      createdAt: now,
      expires: now + validForMs,
    }
    await tx.invitations.insert(invitation)
    const after = { ...toWireInvitation(invitation), ...originOf(caller, browser()) }
    tx.record({ ...created("invitation", invitation.id, after), workspaceId: workspace.id })
    const { id: invitationId, expires } = invitation
    return { invitationId, url: browser().linkTo("invitation", plaintext), expires }
  },
})

function tooMany() {
  const detail = `The workspace has ${maxOpen} open invitations. Revoke some of them first.`
  return fault("application/precondition_failed", { detail })
}
