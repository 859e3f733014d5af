import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { ref } from "../contract/primitives.ts"
import { keysOfWorkspace } from "../contract/touches.ts"
import { deleted } from "../core/object-events.ts"
import { toWireWorkspace } from "../core/wire.ts"
import { mutation } from "./operation.ts"

export const deleteWorkspace = mutation({
  name: "workspaces.deleteWorkspace",
  title: "Delete a workspace",
  summary: "Delete a disabled workspace and everything in it for good.",
  isDestructive: true,
  touches: keysOfWorkspace,
  callers: ["operator"],
  needs: [],
  input: z.strictObject({ workspaceId: ref.describe("Id of the workspace. It must be disabled.") }),
  output: z.object({}),
  errors: ["data/workspace_not_found", "application/precondition_failed"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS" },
  async run({ workspace, tx, now }) {
    if (workspace.enabled) {
      const detail = "The workspace is enabled. Call workspaces.disableWorkspace first; deletion cannot be undone."
      throw fault("application/precondition_failed", { detail })
    }
    await tx.workspaces.delete(workspace.id, now)
    tx.record({ ...deleted("workspace", workspace.id, toWireWorkspace(workspace)), workspaceId: workspace.id })
    return {}
  },
})
