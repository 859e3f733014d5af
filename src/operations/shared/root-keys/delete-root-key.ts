import { deletedInEvent } from "../../../core/event-content.ts"
import type { RootKey } from "../../../core/model.ts"
import { deleted } from "../../../core/object-events.ts"
import { toWireRootKey } from "../../../core/wire.ts"
import type { MutationContext } from "../../context.ts"
import { refuseLosingLastOwner } from "../people/last-owner-rule.ts"

type DeleteContext = Pick<MutationContext<unknown>, "tx" | "caller" | "now">

/** Deletes a root key permanently and records it. Refuses to delete the last owner of the workspace. */
export async function deleteRootKey({ tx, caller, now }: DeleteContext, rootKey: RootKey): Promise<void> {
  await refuseLosingLastOwner({ tx, caller, now }, rootKey, undefined)
  await tx.rootKeys.delete(rootKey.id, now)
  tx.record({
    ...deleted("root_key", rootKey.id, deletedInEvent(toWireRootKey(rootKey))),
    workspaceId: rootKey.workspaceId,
  })
}
