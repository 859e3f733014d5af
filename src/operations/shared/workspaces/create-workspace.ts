import type { Workspace } from "../../../core/model.ts"
import { defaultNotices } from "../../../core/notice-settings.ts"
import { created } from "../../../core/object-events.ts"
import { toWireWorkspace } from "../../../core/wire.ts"
import type { Caller, MutationWith } from "../../context.ts"
import { createRootKey } from "../root-keys/create-root-key.ts"

interface CreateContext extends MutationWith<"tx" | "mint" | "now"> {
  readonly caller?: Caller
}

/** Creates a workspace without limits, and its first root key with all permissions. */
export async function createWorkspace(context: CreateContext, name: string) {
  const { id: workspaceId } = await insertWorkspace(context, name)
  const minted = await createRootKey(context, {
    workspaceId,
    name: null,
    enabled: true,
    permissions: ["*"],
    expires: null,
  })
  return { workspaceId, ...minted }
}

/** Creates a workspace without limits and without root keys. */
export async function insertWorkspace({ tx, mint, now }: CreateContext, name: string): Promise<Workspace> {
  const workspace: Workspace = {
    id: mint.id("ws"),
    name,
    enabled: true,
    disabledReason: null,
    disabledNote: null,
    notices: defaultNotices,
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
  return workspace
}
