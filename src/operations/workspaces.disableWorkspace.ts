import { z } from "zod"
import { invalidInput } from "../contract/errors.ts"
import { ref, text } from "../contract/primitives.ts"
import { disableReason, workspace } from "../contract/workspace.ts"
import { presentWorkspace } from "../core/present.ts"
import { mutation } from "./operation.ts"
import { disableWorkspace as disable } from "./steps/disable-workspace.ts"
import { reservedToOperators } from "./steps/reserved-to-operators.ts"

export const disableWorkspace = mutation({
  name: "workspaces.disableWorkspace",
  summary: "Refuse every key of a workspace until an operator enables it again.",
  callers: ["operator", "root_key"],
  needs: ["workspace.*.disable_workspace"],
  input: z.strictObject({
    workspaceId: ref.optional(),
    reason: disableReason.optional(),
    note: text(1, 1000).optional(),
  }),
  output: workspace,
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS", reason: "unpaid_billing", note: "Invoice 4711 is overdue." },
  async run({ input, caller, workspace, tx, now }) {
    const isOperator = caller.type === "operator"
    const reason = input.reason ?? (isOperator ? undefined : "owner_request")
    if (reason === undefined)
      throw invalidInput({ location: "body.reason", message: "is required with an operator key" })
    if (!isOperator && reason !== "owner_request") throw reservedToOperators(`the reason \`${reason}\``)
    return presentWorkspace(await disable(tx, workspace, { reason, note: input.note ?? null, now }))
  },
})
