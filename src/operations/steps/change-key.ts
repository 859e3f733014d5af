import { found } from "../../contract/errors.ts"
import { changesBetween } from "../../core/changes.ts"
import { keyInEvent } from "../../core/event-content.ts"
import { keyAt } from "../../core/key-credits.ts"
import type { KeyDetails, Workspace } from "../../core/model.ts"
import type { EventEntry, Transaction } from "../../storage/store.ts"
import { requireHoldable } from "./require-holdable.ts"

interface Changing {
  readonly tx: Transaction
  readonly workspace: Workspace
  readonly now: number
}

export async function requireKeyForUpdate(changing: Changing, keyId: string): Promise<KeyDetails> {
  return found(await findKeyForUpdate(changing, keyId), "data/key_not_found")
}

/** The key as it is at this instant: a refill that is due is stored first, so that changes start from it. */
export async function findKeyForUpdate(
  { tx, workspace, now }: Changing,
  keyId: string,
): Promise<KeyDetails | undefined> {
  const stored = await tx.keys.findForUpdate(workspace.id, keyId)
  if (stored === undefined) return undefined
  const key = keyAt(stored, now)
  if (key === stored) return stored
  await tx.keys.update(stored, key)
  const changes = changesBetween(keyInEvent(stored), keyInEvent(key)) ?? { before: {}, after: {} }
  tx.record({
    type: "key.refilled",
    workspaceId: workspace.id,
    resources: keyResources(key),
    changes,
    actor: { type: "system", id: "refill" },
  })
  return key
}

/** Writes and records what differs; gives back the key as it is stored afterwards. */
export async function changeKey(
  { tx, now }: Pick<Changing, "tx" | "now">,
  before: KeyDetails,
  after: KeyDetails,
): Promise<KeyDetails> {
  const changes = changesBetween(keyInEvent(before), keyInEvent(after))
  if (changes === undefined) return before
  requireHoldable(`The key ${after.id}`, before, after)
  const changed = { ...after, updatedAt: now }
  await tx.keys.update(before, changed)
  tx.record({ type: "key.updated", workspaceId: before.workspaceId, resources: keyResources(after), changes })
  return changed
}

/** The key first, then what it belongs to. */
export function keyResources(key: KeyDetails): EventEntry["resources"] {
  const owner = key.identityId === null ? [] : [{ type: "identity", id: key.identityId } as const]
  return [{ type: "key", id: key.id }, { type: "api", id: key.apiId }, ...owner]
}
