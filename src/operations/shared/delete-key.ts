import { keyAt } from "../../core/balance.ts"
import { deletedInEvent, keyInEvent } from "../../core/event-content.ts"
import type { KeyDetails } from "../../core/model.ts"
import type { MutationWith } from "../operation.ts"
import { keyResources } from "./change-key.ts"

type DeleteContext = MutationWith<"tx" | "now">

/** Keeps the row for the audit trail, so the hash stays reserved. */
export async function deleteKey({ tx, now }: DeleteContext, key: KeyDetails): Promise<void> {
  await tx.keys.delete(key.id, now)
  recordDeletion({ tx, now }, key)
}

/** Deletes the row. Only the events of the key remain. */
export async function eraseKey({ tx, now }: DeleteContext, key: KeyDetails): Promise<void> {
  await tx.keys.erase(key.id)
  recordDeletion({ tx, now }, key)
}

function recordDeletion({ tx, now }: DeleteContext, key: KeyDetails): void {
  tx.record({
    type: "key.deleted",
    workspaceId: key.workspaceId,
    resources: keyResources(key),
    changes: { before: deletedInEvent(keyInEvent(keyAt(key, now))), after: null },
  })
}
