import { z } from "zod"
import { workspaceRef } from "../contract/primitives.ts"
import { ifOneOf, keysOfWorkspace } from "../contract/touches.ts"
import { limitsPatch, noticesPatch, workspace, workspaceName } from "../contract/workspace.ts"
import { changesBetween } from "../core/changes.ts"
import type { Workspace } from "../core/model.ts"
import { updated } from "../core/object-events.ts"
import { toWireWorkspace } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { reservedToOperators } from "./shared/root-keys/reserved-to-operators.ts"

export const updateWorkspace = mutation({
  name: "workspaces.updateWorkspace",
  title: "Change a workspace",
  summary: "Rename a workspace, or choose its notices. An operator can also set its limits and quotas.",
  touches: ifOneOf(["limits"], keysOfWorkspace),
  callers: ["operator", "root_key"],
  needs: ["workspace.*.update_workspace"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    name: workspaceName.optional().describe("Name of the workspace."),
    limits: limitsPatch.optional().describe("What the workspace may use. Absent fields stay as they are."),
    notices: noticesPatch.optional().describe("Which notices the workspace gets. Absent fields stay as they are."),
  }),
  output: workspace,
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS", limits: { keys: 10000, onExceeded: "reject" } },
  async run({ input, caller, workspace, tx, now }) {
    if (input.limits !== undefined && caller.type !== "operator") throw reservedToOperators("`limits`")
    const wanted: Workspace = {
      ...workspace,
      name: input.name ?? workspace.name,
      limits: { ...workspace.limits, ...input.limits },
      notices: { ...workspace.notices, ...input.notices },
      updatedAt: now,
    }
    const changes = changesBetween(toWireWorkspace(workspace), toWireWorkspace(wanted))
    if (changes === undefined) return toWireWorkspace(workspace)
    await tx.workspaces.update(wanted)
    tx.record({ ...updated("workspace", workspace.id, changes), workspaceId: workspace.id })
    return toWireWorkspace(wanted)
  },
})
