import type { Config } from "./config.ts"
import type { ContextWith } from "./operations/context.ts"
import { createWorkspace } from "./operations/shared/workspaces/create-workspace.ts"
import { sha256 } from "./secrets/hash.ts"
import type { Store } from "./storage/port/store.ts"
import type { Installation } from "./storage/sql/queries/installation.ts"

/** The message of a new installation. */
export type Welcome =
  /** Secrets that are shown once. Only their hashes are stored. */
  | { readonly type: "minted"; readonly operatorKey: string; readonly workspaceId: string; readonly rootKey: string }
  /** The operator has configured a key, and there is no workspace yet. */
  | { readonly type: "preset" }

interface FirstStart extends ContextWith<"store" | "mint" | "now"> {
  readonly config: Config
  readonly installation: Installation
  /** Called before keys are created. It throws if they could not be shown to the operator. */
  beforeKeys(): void
}

const operatorKeyShape = { prefix: "kw_op", byteLength: 32 }

/** A configured operator key is the only one. Otherwise the first start creates one, and a first workspace. */
export async function firstStart({ config, installation, store, mint, now, beforeKeys }: FirstStart) {
  if (config.operatorKey !== undefined) {
    return { operatorKeyHash: sha256(config.operatorKey), welcome: await presetWelcome(store) }
  }
  const known = await installation.find("operator_key_hash")
  if (known !== undefined) return { operatorKeyHash: known, welcome: undefined }
  try {
    beforeKeys()
  } catch (error) {
    // A process that started at the same time in the same folder may have written its keys there.
    const operatorKeyHash = await installation.find("operator_key_hash")
    if (operatorKeyHash === undefined) throw error
    return { operatorKeyHash, welcome: undefined }
  }
  const operatorKey = mint.key(operatorKeyShape)
  const operatorKeyHash = await installation.agreeOn("operator_key_hash", operatorKey.hash)
  // Another node has started at the same time and shows its operator key.
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
