import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref, workspaceRef } from "../contract/primitives.ts"
import { rootKey } from "../contract/root-key.ts"
import { toWireRootKey } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { memberDeleted } from "./shared/people/member-events.ts"
import { refuseLosingLastOwner, requireCovering } from "./shared/people/member-rights.ts"
import { changeRootKey } from "./shared/root-keys/change-root-key.ts"

const updateRootKey = "root_key.*.update_root_key"

/** The response lists this many root keys; the rest is found with rootKeys.listRootKeys. */
const maxRootKeys = 1_000

export const removeMember = mutation({
  name: "members.removeMember",
  title: "Remove a member",
  summary: "Remove a member from the workspace, and show the root keys that this person created.",
  isDestructive: true,
  callers: ["operator", "root_key"],
  needs: ["member.*.remove_member"],
  mayNeed: [updateRootKey],
  input: z.strictObject({
    workspaceId: workspaceRef,
    userId: ref.describe("Id of the user."),
    rootKeys: z
      .enum(["keep", "disable"])
      .default("keep")
      .describe("What happens to the root keys that this person created. `disable` disables up to 1,000."),
  }),
  output: z.object({ rootKeys: z.array(rootKey).describe("The root keys that this person created, at most 1,000.") }),
  errors: ["data/workspace_not_found", "data/member_not_found", "application/precondition_failed"],
  example: { userId: "usr_1CAiZx1YPnJZtcPxTdBGPS", rootKeys: "keep" },
  async run({ input, caller, workspace, tx, now, delegate, grantAlso }) {
    const member = found(await tx.members.find(workspace.id, input.userId), "data/member_not_found")
    requireCovering(delegate, member.role)
    if (input.rootKeys === "disable") grantAlso(updateRootKey)
    await refuseLosingLastOwner({ tx, caller }, member)
    await tx.members.delete(workspace.id, member.userId)
    tx.record(memberDeleted(member))
    const made = await tx.rootKeys.listCreatedBy(workspace.id, member.userId, maxRootKeys)
    if (input.rootKeys === "keep") return { rootKeys: made.map(toWireRootKey) }
    const disabled = []
    for (const one of made) disabled.push(await changeRootKey({ tx, caller, now, delegate }, one, { enabled: false }))
    return { rootKeys: disabled.map(toWireRootKey) }
  },
})
