import { found } from "../../../contract/errors.ts"
import { refilledAt } from "../../../core/balance.ts"
import { changesBetween } from "../../../core/changes.ts"
import { keyInEvent } from "../../../core/event-content.ts"
import type { Balance, KeyDetails } from "../../../core/model.ts"
import type { EventEntry } from "../../../storage/port/events.ts"
import type { Reads, Transaction } from "../../../storage/port/store.ts"
import type { MutationWith } from "../../context.ts"
import { requireHoldable } from "../permissions/require-holdable.ts"
import { requireCurrent } from "../verify/give-back.ts"

type KeyChangeContext = MutationWith<"tx" | "workspace" | "now">

export async function requireKeyForUpdate(context: KeyChangeContext, keyId: string): Promise<KeyDetails> {
  return found(await findKeyForUpdate(context, keyId), "data/key_not_found")
}

/** Locks the key. A refill that is due is stored first, so that changes apply to the refilled balance. */
export async function findKeyForUpdate(context: KeyChangeContext, keyId: string): Promise<KeyDetails | undefined> {
  const stored = await context.tx.keys.findForUpdate(context.workspace.id, keyId)
  if (stored === undefined) return undefined
  requireCurrent([stored], context.now)
  return storeDueRefill(context, stored)
}

/** Returns the key after its refill, if one is due. */
export async function storeDueRefill(
  { tx, workspace, now }: KeyChangeContext,
  stored: KeyDetails,
): Promise<KeyDetails> {
  const key = refilledAt(stored, now)
  if (key === stored) return stored
  await writeBalance(tx, stored, key)
  const changes = changesBetween(keyInEvent(stored), keyInEvent(key)) ?? { before: {}, after: {} }
  tx.record({
    type: "key.refilled",
    workspaceId: workspace.id,
    resources: await balanceResources(tx, key),
    changes,
    actor: { type: "system", id: "refill" },
  })
  return key
}

/** Writes and records the differences, and returns the stored key. */
export async function changeKey(
  { tx, now }: Pick<KeyChangeContext, "tx" | "now">,
  before: KeyDetails,
  after: KeyDetails,
): Promise<KeyDetails> {
  const changes = changesBetween(keyInEvent(before), keyInEvent(after))
  if (changes === undefined) return before
  requireHoldable(`The key ${after.id}`, before, after)
  const changed = { ...after, updatedAt: now }
  const isOfBalance = before.balance !== after.balance
  if (isOfBalance) await writeBalance(tx, before, after)
  await tx.keys.update(before, changed)
  const resources = isOfBalance ? await balanceResources(tx, after) : keyResources(after)
  tx.record({ type: "key.updated", workspaceId: before.workspaceId, resources, changes })
  return changed
}

/** The change applies to every key that shares the balance. */
async function writeBalance(
  tx: Transaction,
  before: KeyDetails,
  { workspaceId, balance }: { readonly workspaceId: string; readonly balance: Balance | null },
): Promise<void> {
  if (balance === null) return
  if (before.balance === null) await tx.balances.insert(workspaceId, [balance])
  else await tx.balances.update(balance)
}

/** The key, its API, its identity and its balance, in this order. */
export function keyResources(key: KeyDetails): EventEntry["resources"] {
  const owner = key.identityId === null ? [] : [{ type: "identity", id: key.identityId } as const]
  const balance = key.balance === null ? [] : [{ type: "balance", id: key.balance.id } as const]
  return [{ type: "key", id: key.id }, { type: "api", id: key.apiId }, ...owner, ...balance]
}

export function keyCreated(key: KeyDetails): EventEntry {
  const changes = { before: null, after: keyInEvent(key) }
  return { type: "key.created", workspaceId: key.workspaceId, resources: keyResources(key), changes }
}

/** Rerolls can make any number of keys share a balance, so an event names only the newest. */
const namedKeysAtMost = 100

/** The resources of the key, and the other keys that share its balance. */
async function balanceResources(reads: Reads, key: KeyDetails): Promise<EventEntry["resources"]> {
  const [itself, ...owners] = keyResources(key)
  if (key.balance === null) return [itself, ...owners]
  const sharing = await reads.balances.listKeyIds(key.workspaceId, key.balance.id, namedKeysAtMost)
  const others = sharing.filter((id) => id !== key.id).map((id) => ({ type: "key", id }) as const)
  return [itself, ...owners, ...others]
}
