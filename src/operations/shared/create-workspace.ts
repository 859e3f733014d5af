import type { Workspace } from "../../core/model.ts"
import { created } from "../../core/object-events.ts"
import { toWireWorkspace } from "../../core/wire.ts"
import type { MutationWith } from "../operation.ts"
import { createRootKey } from "./create-root-key.ts"

type CreateContext = MutationWith<"tx" | "mint" | "now">

/** Creates a workspace without limits, and its first root key with all permissions. */
export async function createWorkspace({ tx, mint, now }: CreateContext, name: string) {
  const workspace: Workspace = {
    id: mint.id("ws"),
    name,
    enabled: true,
    disabledReason: null,
    disabledNote: null,
    disabledAt: null,
    limits: {
      requestsPerMinute: null,
      keys: null,
      identities: null,
      verificationsPerMonth: null,
      onExceeded: "reject",
    },
    createdAt: now,
    updatedAt: null,
  }
  await tx.workspaces.insert(workspace)
  tx.record({ ...created("workspace", workspace.id, toWireWorkspace(workspace)), workspaceId: workspace.id })
  const minted = await createRootKey(
    { tx, mint, now },
    { workspaceId: workspace.id, name: null, enabled: true, permissions: ["*"], expires: null },
  )
  return { workspaceId: workspace.id, ...minted }
}
