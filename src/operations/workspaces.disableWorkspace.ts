import { z } from "zod"
import { noteLength } from "../contract/bounds.ts"
import { text, workspaceRef } from "../contract/primitives.ts"
import { keysOfWorkspace } from "../contract/touches.ts"
import { disableReason, workspace } from "../contract/workspace.ts"
import { toWireWorkspace } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { reservedToOperators } from "./shared/root-keys/reserved-to-operators.ts"
import { disableWorkspace as disable } from "./shared/workspaces/disable-workspace.ts"

export const disableWorkspace = mutation({
  name: "workspaces.disableWorkspace",
  title: "Disable a workspace",
  summary: "Disable a workspace: every key of it is refused until an operator enables it again.",
  isDestructive: true,
  touches: keysOfWorkspace,
  callers: ["operator", "root_key"],
  needs: ["workspace.*.disable_workspace"],
  requiredOfOperators: ["reason"],
  input: z.strictObject({
    workspaceId: workspaceRef,
    reason: disableReason
      .optional()
      .describe(
        "Why the workspace is disabled. An operator must name a reason; a root key may name `owner_request` only.",
      ),
    note: text(noteLength.minimum, noteLength.maximum)
      .optional()
      .describe("Note for people, shown while the workspace is disabled."),
  }),
  output: workspace,
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS", reason: "unpaid_billing", note: "Invoice 4711 is overdue." },
  async run({ input, caller, workspace, tx, now }) {
    const reason = input.reason ?? "owner_request"
    if (caller.type !== "operator" && reason !== "owner_request") throw reservedToOperators(`the reason \`${reason}\``)
    return toWireWorkspace(await disable(tx, workspace, { reason, note: input.note ?? null, now }))
  },
})
