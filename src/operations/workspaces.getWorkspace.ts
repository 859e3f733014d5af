import { z } from "zod"
import { workspaceRef } from "../contract/primitives.ts"
import { workspaceWithCounts } from "../contract/workspace.ts"
import { toWireWorkspace } from "../core/wire.ts"
import { query } from "./operation.ts"
import { workspaceCounts } from "./shared/workspaces/workspace-counts.ts"

export const getWorkspace = query({
  name: "workspaces.getWorkspace",
  title: "Show a workspace",
  summary: "Show a workspace. An operator also sees disabled ones.",
  callers: ["operator", "root_key"],
  needs: ["workspace.*.read_workspace"],
  input: z.strictObject({ workspaceId: workspaceRef }),
  output: workspaceWithCounts,
  errors: ["data/workspace_not_found"],
  example: { workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS" },
  worksWhileDisabled: true,
  run: async (context) => ({ ...toWireWorkspace(context.workspace), counts: await workspaceCounts(context) }),
})
