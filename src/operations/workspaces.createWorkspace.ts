import { z } from "zod"
import { mintedRootKey } from "../contract/root-key.ts"
import { workspaceName } from "../contract/workspace.ts"
import { mutation } from "./operation.ts"
import { createWorkspace as create } from "./shared/workspaces/create-workspace.ts"

export const createWorkspace = mutation({
  name: "workspaces.createWorkspace",
  title: "Create a workspace",
  summary: "Create a workspace and its first root key, which holds every permission.",
  callers: ["operator"],
  needs: [],
  scope: "installation",
  // The response holds a root key with all permissions.
  needsFreshSignIn: true,
  input: z.strictObject({ name: workspaceName.describe("Name of the workspace.") }),
  output: z.object({ workspaceId: z.string().describe("Id of the new workspace."), ...mintedRootKey.shape }),
  errors: [],
  example: { name: "Acme" },
  run: ({ input, tx, mint, now, caller }) => create({ tx, mint, now, caller }, input.name),
})
