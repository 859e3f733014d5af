import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref, workspaceRef } from "../contract/primitives.ts"
import { toWireInvitation } from "../core/people-wire.ts"
import { mutation } from "./operation.ts"
import { requireCovering } from "./shared/people/member-rights.ts"

export const revokeInvitation = mutation({
  name: "members.revokeInvitation",
  title: "Revoke an invitation",
  summary: "Revoke an invitation, so that its link stops working.",
  isDestructive: true,
  callers: ["operator", "root_key"],
  needs: ["member.*.invite_member"],
  input: z.strictObject({ workspaceId: workspaceRef, invitationId: ref.describe("Id of the invitation.") }),
  output: z.object({}),
  errors: ["data/workspace_not_found", "data/invitation_not_found"],
  example: { invitationId: "inv_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, workspace, tx, delegate }) {
    const stored = await tx.invitations.find(workspace.id, input.invitationId)
    const invitation = found(stored, "data/invitation_not_found")
    requireCovering(delegate, invitation.role)
    found((await tx.invitations.delete(invitation.id)) || undefined, "data/invitation_not_found")
    tx.record({
      type: "invitation.revoked",
      workspaceId: workspace.id,
      resources: [{ type: "invitation", id: invitation.id }],
      changes: { before: toWireInvitation(invitation), after: null },
    })
    return {}
  },
})
