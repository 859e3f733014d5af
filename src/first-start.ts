import type { Config } from "./config.ts"
import type { Mint } from "./operations/operation.ts"
import { createWorkspace } from "./operations/steps/create-workspace.ts"
import { sha256 } from "./secrets/hash.ts"
import type { Installation } from "./storage/sql/installation.ts"
import type { Store } from "./storage/store.ts"

/** Secrets of a new installation, shown once and kept nowhere in clear. */
export interface Welcome {
  readonly operatorKey: string
  readonly workspaceId: string
  readonly rootKey: string
}

interface FirstStart {
  readonly config: Config
  readonly installation: Installation
  readonly store: Store
  readonly mint: Mint
  readonly now: number
}

export const operatorKeyShape = { prefix: "kw_op", byteLength: 32 }

/** A preset operator key is the only one; otherwise the first start makes one, and a workspace to begin with. */
export async function firstStart({ config, installation, store, mint, now }: FirstStart) {
  if (config.operatorKey !== undefined) {
    return { operatorKeyHash: sha256(config.operatorKey), welcome: undefined }
  }
  const operatorKey = mint.key(operatorKeyShape)
  const operatorKeyHash = await installation.settle("operator_key_hash", operatorKey.hash)
  // Another start, before or beside this one, has settled and shown it.
  if (operatorKeyHash !== operatorKey.hash) return { operatorKeyHash, welcome: undefined }
  const actor = { type: "operator", id: "operator" } as const
  const created = await store.transaction({ workspaceId: undefined, actor, requestId: null, now }, (tx) =>
    createWorkspace({ tx, mint, now }, "My workspace"),
  )
  const welcome: Welcome = {
    operatorKey: operatorKey.plaintext,
    workspaceId: created.workspaceId,
    rootKey: created.rootKey,
  }
  return { operatorKeyHash, welcome }
}
