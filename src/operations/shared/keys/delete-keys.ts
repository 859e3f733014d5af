import { keyAt } from "../../../core/balance.ts"
import { deletedInEvent, keyInEvent } from "../../../core/event-content.ts"
import type { KeyDetails } from "../../../core/model.ts"
import type { MutationWith } from "../../context.ts"
import { requireCurrent } from "../verify/give-back.ts"
import { keyResources } from "./change-key.ts"

type DeleteContext = MutationWith<"tx" | "now">

/** Keeps the rows for the audit trail, so the hashes stay reserved. */
export async function deleteKeys({ tx, now }: DeleteContext, keys: readonly KeyDetails[]): Promise<void> {
  requireCurrent(keys, now)
  await tx.keys.delete(idsOf(keys), now)
  recordDeletions({ tx, now }, keys)
}

/** Deletes the rows. Only the events of the keys remain. */
export async function eraseKeys({ tx, now }: DeleteContext, keys: readonly KeyDetails[]): Promise<void> {
  requireCurrent(keys, now)
  await tx.keys.erase(idsOf(keys))
  recordDeletions({ tx, now }, keys)
}

function idsOf(keys: readonly KeyDetails[]): readonly string[] {
  return keys.map(({ id }) => id)
}

function recordDeletions({ tx, now }: DeleteContext, keys: readonly KeyDetails[]): void {
  for (const key of keys) {
    tx.record({
      type: "key.deleted",
      workspaceId: key.workspaceId,
      resources: keyResources(key),
      changes: { before: deletedInEvent(keyInEvent(keyAt(key, now))), after: null },
    })
  }
}
