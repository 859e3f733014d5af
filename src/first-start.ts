import type { Config } from "./config.ts"
import type { Mint } from "./operations/operation.ts"
import { createWorkspace } from "./operations/shared/create-workspace.ts"
import { sha256 } from "./secrets/hash.ts"
import type { Store } from "./storage/port/store.ts"
import type { Installation } from "./storage/sql/installation.ts"

/** What a new installation has to tell. */
export type Welcome =
  /** Secrets, shown once and kept nowhere in clear. */
  | { readonly type: "minted"; readonly operatorKey: string; readonly workspaceId: string; readonly rootKey: string }
  /** The operator has brought the key along, and has no workspace yet. */
  | { readonly type: "preset" }

interface FirstStart {
  readonly config: Config
  readonly installation: Installation
  readonly store: Store
  readonly mint: Mint
  readonly now: number
}

const operatorKeyShape = { prefix: "kw_op", byteLength: 32 }

/** A preset operator key is the only one; otherwise the first start makes one, and a workspace to begin with. */
export async function firstStart({ config, installation, store, mint, now }: FirstStart) {
  if (config.operatorKey !== undefined) {
    return { operatorKeyHash: sha256(config.operatorKey), welcome: await presetWelcome(store) }
  }
  const operatorKey = mint.key(operatorKeyShape)
  const operatorKeyHash = await installation.agreeOn("operator_key_hash", operatorKey.hash)
  // Another start, before or beside this one, has settled and shown it.
  if (operatorKeyHash !== operatorKey.hash) return { operatorKeyHash, welcome: undefined }
  const actor = { type: "operator", id: "operator" } as const
  const created = await store.transaction({ workspaceId: undefined, actor, requestId: null, now }, (tx) =>
    createWorkspace({ tx, mint, now }, "My workspace"),
  )
  const welcome: Welcome = {
    type: "minted",
    operatorKey: operatorKey.plaintext,
    workspaceId: created.workspaceId,
    rootKey: created.rootKey,
  }
  return { operatorKeyHash, welcome }
}

async function presetWelcome(store: Store): Promise<Welcome | undefined> {
  const workspaces = await store.workspaces.list({ limit: 1, after: undefined, enabled: undefined, search: undefined })
  return workspaces.length === 0 ? { type: "preset" } : undefined
}
