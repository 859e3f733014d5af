import { z } from "zod"
import { found } from "../contract/errors.ts"
import { memberRole } from "../contract/member-role.ts"
import { member } from "../contract/people.ts"
import { ref, workspaceRef } from "../contract/primitives.ts"
import { updated } from "../core/object-events.ts"
import { toWireMember } from "../core/people-wire.ts"
import { mutation } from "./operation.ts"
import { originOf } from "./shared/people/member-events.ts"
import { refuseLosingLastOwner, refuseOutliving, requireCovering } from "./shared/people/member-rights.ts"

export const updateMember = mutation({
  name: "members.updateMember",
  title: "Change the role of a member",
  summary: "Change the role of a member. You must hold everything that the old and the new role allow.",
  touches: "one object",
  callers: ["operator", "root_key"],
  needs: ["member.*.update_member"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    userId: ref.describe("Id of the user."),
    role: memberRole.describe("The new role."),
  }),
  output: member,
  errors: ["data/workspace_not_found", "data/member_not_found", "application/precondition_failed"],
  example: { userId: "usr_1CAiZx1YPnJZtcPxTdBGPS", role: "admin" },
  async run({ input, caller, workspace, tx, now, delegate, browser }) {
    const before = found(await tx.members.find(workspace.id, input.userId), "data/member_not_found")
    requireCovering(delegate, before.role, input.role)
    refuseOutliving(caller)
    if (before.role === input.role) return toWireMember(before)
    await refuseLosingLastOwner({ tx, caller }, before)
    const after = { ...before, role: input.role, updatedAt: now }
    await tx.members.update(after)
    const changes = {
      before: { role: before.role },
      after: { role: after.role, ...originOf(caller, browser()) },
    }
    tx.record({ ...updated("member", before.userId, changes), workspaceId: workspace.id })
    return toWireMember(after)
  },
})
