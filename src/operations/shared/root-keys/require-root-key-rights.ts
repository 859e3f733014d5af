import { missingGrants } from "../../../core/held-grants.ts"
import { endsLater } from "../../../core/lifetime.ts"
import type { RootKey } from "../../../core/model.ts"
import type { Rights } from "../../context.ts"

type Delegate = Rights["delegate"]

/** To make a root key usable, the caller must hold all its permissions and must not expire before it. */
export function requireRootKeyRights(delegate: Delegate, made: Pick<RootKey, "permissions" | "expires">): void {
  delegate(made.permissions, made.expires)
}

export interface RootKeyPatch {
  readonly permissions?: readonly string[]
  readonly enabled?: boolean
  readonly expires?: number | null
}

/** Changes that give the root key no more rights need only the permission to update. */
export function requireUpdateRights(delegate: Delegate, rootKey: RootKey, patch: RootKeyPatch): void {
  delegate(patch.permissions ?? [])
  const gains = missingGrants(rootKey.permissions, patch.permissions ?? []).length > 0
  if (patch.enabled === true || gains || extendsLife(rootKey, patch))
    requireRootKeyRights(delegate, { ...rootKey, ...patch })
}

function extendsLife(rootKey: RootKey, { expires }: RootKeyPatch): boolean {
  return expires !== undefined && (expires === null || endsLater(expires, rootKey.expires))
}
