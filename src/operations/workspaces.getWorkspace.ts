import { z } from "zod"
import { workspaceRef } from "../contract/primitives.ts"
import { workspace } from "../contract/workspace.ts"
import { toWireWorkspace } from "../core/wire.ts"
import { query } from "./operation.ts"

export const getWorkspace = query({
  name: "workspaces.getWorkspace",
  summary: "Show a workspace. An operator also sees disabled ones.",
  callers: ["operator", "root_key"],
  needs: ["workspace.*.read_workspace"],
  input: z.strictObject({ workspaceId: workspaceRef }),
  output: workspace,
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS" },
  run: async ({ workspace }) => toWireWorkspace(workspace),
})
