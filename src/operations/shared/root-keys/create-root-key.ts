import type { RootKey } from "../../../core/model.ts"
import { created } from "../../../core/object-events.ts"
import { toWireRootKey } from "../../../core/wire.ts"
import type { Caller, MutationWith, Rights } from "../../context.ts"
import { requireRootKeyRights } from "./require-root-key-rights.ts"

interface CreateContext extends MutationWith<"tx" | "mint" | "now"> {
  /** Throws if the caller does not hold these permissions. undefined if the caller is not restricted. */
  readonly delegate?: Rights["delegate"]
  /** undefined if Keyward itself creates it. */
  readonly caller?: Caller
}

type NewRootKey = Pick<RootKey, "workspaceId" | "name" | "enabled" | "permissions" | "expires">

const rootKeyShape = { prefix: "kw_root", byteLength: 32 }

/** Mints a root key and records it. */
export async function createRootKey({ tx, mint, now, delegate, caller }: CreateContext, wanted: NewRootKey) {
  const { workspaceId, name, enabled, permissions, expires } = wanted
  if (delegate !== undefined) requireRootKeyRights(delegate, wanted)
  const { plaintext, start, hash } = mint.key(rootKeyShape)
  const rootKey: RootKey = {
    id: mint.id("rk"),
    workspaceId,
    hash,
    start,
    name,
    enabled,
    permissions,
    expires,
    createdBy: creatorOf(caller),
    createdAt: now,
    updatedAt: null,
    lastUsedAt: null,
  }
  await tx.rootKeys.insert(rootKey)
  tx.record({ ...created("root_key", rootKey.id, toWireRootKey(rootKey)), workspaceId })
  return { rootKeyId: rootKey.id, rootKey: plaintext }
}

/** The user who has signed in, also as an operator. */
function creatorOf(caller: Caller | undefined): string | null {
  return caller === undefined || caller.type === "api_key" ? null : (caller.signedIn?.user?.id ?? null)
}
