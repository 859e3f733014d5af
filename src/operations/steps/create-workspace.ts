import type { RootKey, Workspace } from "../../core/model.ts"
import { presentRootKey, presentWorkspace } from "../../core/present.ts"
import type { Transaction } from "../../storage/store.ts"
import type { Mint } from "../operation.ts"

export const rootKeyShape = { prefix: "kw_root", byteLength: 32 }

interface Making {
  readonly tx: Transaction
  readonly mint: Mint
  readonly now: number
}

/** A workspace without limits, and a first root key that holds every permission of it. */
export async function createWorkspace({ tx, mint, now }: Making, name: string) {
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
  tx.record({
    type: "workspace.created",
    workspaceId: workspace.id,
    resources: [{ type: "workspace", id: workspace.id }],
    changes: { before: null, after: presentWorkspace(workspace) },
  })
  const { rootKey, plaintext } = await createRootKey(
    { tx, mint, now },
    { workspaceId: workspace.id, name: null, enabled: true, permissions: ["*"], expires: null },
  )
  return { workspaceId: workspace.id, rootKeyId: rootKey.id, rootKey: plaintext }
}

type Wanted = Pick<RootKey, "workspaceId" | "name" | "enabled" | "permissions" | "expires">

/** Mints a root key and records it; who may hand on which permissions is for the caller to have settled. */
export async function createRootKey({ tx, mint, now }: Making, wanted: Wanted) {
  const { plaintext, start, hash } = mint.key(rootKeyShape)
  const permissions = [...new Set(wanted.permissions)].sort()
  const rootKey: RootKey = {
    ...wanted,
    id: mint.id("rk"),
    hash,
    start,
    permissions,
    createdAt: now,
    updatedAt: null,
    lastUsedAt: null,
  }
  await tx.rootKeys.insert(rootKey)
  tx.record({
    type: "root_key.created",
    workspaceId: rootKey.workspaceId,
    resources: [{ type: "root_key", id: rootKey.id }],
    changes: { before: null, after: presentRootKey(rootKey) },
  })
  return { rootKey, plaintext }
}
