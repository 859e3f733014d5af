import { changesBetween } from "../../../core/changes.ts"
import type { RootKey } from "../../../core/model.ts"
import { updated } from "../../../core/object-events.ts"
import { toWireRootKey } from "../../../core/wire.ts"
import type { MutationContext } from "../../context.ts"
import { refuseLosingLastOwner } from "../people/last-owner-rule.ts"
import { type RootKeyPatch, requireUpdateRights } from "./require-root-key-rights.ts"

type RootKeyChangeContext = Pick<MutationContext<unknown>, "tx" | "caller" | "now" | "delegate">

interface Patch extends RootKeyPatch {
  readonly name?: string | null
}

/** Changes a root key within the rights of the caller, records any difference, and returns the stored root key. */
export async function changeRootKey(
  { tx, caller, now, delegate }: RootKeyChangeContext,
  rootKey: RootKey,
  patch: Patch,
): Promise<RootKey> {
  requireUpdateRights(delegate, rootKey, patch)
  const wanted: RootKey = { ...rootKey, ...patch, updatedAt: now }
  const changes = changesBetween(toWireRootKey(rootKey), toWireRootKey(wanted))
  if (changes === undefined) return rootKey
  await refuseLosingLastOwner({ tx, caller, now }, rootKey, wanted)
  await tx.rootKeys.update(wanted)
  tx.record({ ...updated("root_key", rootKey.id, changes), workspaceId: rootKey.workspaceId })
  return wanted
}
