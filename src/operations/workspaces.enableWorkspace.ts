import { z } from "zod"
import { noteLength } from "../contract/bounds.ts"
import { ref, text } from "../contract/primitives.ts"
import { workspace } from "../contract/workspace.ts"
import { changesBetween } from "../core/changes.ts"
import type { Workspace } from "../core/model.ts"
import { toWireWorkspace } from "../core/wire.ts"
import { mutation } from "./operation.ts"

export const enableWorkspace = mutation({
  name: "workspaces.enableWorkspace",
  title: "Enable a workspace",
  summary: "Enable a disabled workspace. Its keys work again, except those that were disabled individually.",
  touches: "one object",
  callers: ["operator"],
  needs: [],
  input: z.strictObject({
    workspaceId: ref.describe("Id of the workspace."),
    note: text(noteLength.minimum, noteLength.maximum).optional().describe("Note for people, recorded with the event."),
  }),
  output: workspace,
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS", note: "Invoice 4711 is paid." },
  async run({ input, workspace, tx, now }) {
    // Idempotent: a second call records nothing.
    if (workspace.enabled) return toWireWorkspace(workspace)
    const enabled: Workspace = {
      ...workspace,
      enabled: true,
      disabledReason: null,
      disabledNote: null,
      disabledAt: null,
      updatedAt: now,
    }
    await tx.workspaces.update(enabled)
    const changes = changesBetween(toWireWorkspace(workspace), toWireWorkspace(enabled))
    if (changes) {
      const after = input.note === undefined ? changes.after : { ...changes.after, note: input.note }
      tx.record({
        type: "workspace.enabled",
        workspaceId: workspace.id,
        resources: [{ type: "workspace", id: workspace.id }],
        changes: { ...changes, after },
      })
    }
    return toWireWorkspace(enabled)
  },
})
