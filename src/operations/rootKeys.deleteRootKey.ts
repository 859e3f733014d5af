import { z } from "zod"
import { found } from "../contract/errors.ts"
import { ref, workspaceRef } from "../contract/primitives.ts"
import { mutation } from "./operation.ts"
import { deleteRootKey as remove } from "./shared/root-keys/delete-root-key.ts"

export const deleteRootKey = mutation({
  name: "rootKeys.deleteRootKey",
  title: "Delete a root key",
  summary: "Delete a root key for good.",
  isDestructive: true,
  callers: ["operator", "root_key"],
  needs: ["root_key.*.delete_root_key"],
  input: z.strictObject({ workspaceId: workspaceRef, rootKeyId: ref.describe("Id of the root key.") }),
  output: z.object({}),
  errors: ["data/workspace_not_found", "data/root_key_not_found", "application/precondition_failed"],
  example: { rootKeyId: "rk_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ input, caller, workspace, tx, now }) {
    const rootKey = found(await tx.rootKeys.find(workspace.id, input.rootKeyId), "data/root_key_not_found")
    await remove({ tx, caller, now }, rootKey)
    return {}
  },
})
