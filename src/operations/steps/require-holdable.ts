import { type Fault, fault } from "../../contract/errors.ts"
import { excessOf, heldAtMost } from "../../core/held-permissions.ts"
import type { KeyDetails, Role } from "../../core/model.ts"
import type { Transaction } from "../../storage/store.ts"

/** Refuses a key that would come to hold more permissions than a key may hold; `named` is how the message calls it. */
export function requireHoldable(
  named: string,
  before: KeyDetails | undefined,
  after: Pick<KeyDetails, "directPermissions" | "roles">,
): void {
  const count = excessOf(before, after)
  if (count !== undefined) throw overfull(named, String(count))
}

/**
 * The same for every key that holds a role which grows. Bounded: a workspace that has no more permissions than a key may
 * hold needs no look at its keys, sums over links rule most keys out in one statement, and few are counted exactly.
 */
export async function requireHoldableByAll(
  tx: Transaction,
  workspaceId: string,
  role: Role,
  wanted: Role,
): Promise<void> {
  const had = new Set(role.permissions.map(({ id }) => id))
  if (wanted.permissions.every(({ id }) => had.has(id))) return
  if ((await tx.permissions.countUpTo(workspaceId, heldAtMost + 1)) <= heldAtMost) return
  const links = heldAtMost - wanted.permissions.length
  const candidates = await tx.roles.listHoldersWithMoreLinks(role.id, links, countedExactly + 1)
  for (const keyId of candidates.slice(0, countedExactly)) {
    const others = await tx.roles.listPermissionIdsBeside(keyId, role.id)
    const after = new Set([...others, ...wanted.permissions.map(({ id }) => id)]).size
    const before = new Set([...others, ...had]).size
    if (after > heldAtMost && after > before) throw overfull(`The key ${keyId}`, String(after))
  }
  const [uncounted] = candidates.slice(countedExactly)
  if (uncounted !== undefined) throw overfull(`The key ${uncounted}, one of many holders of the role,`, "too many")
}

/** Beyond so many keys that may hold too much, counting each of them would keep other writers waiting. */
const countedExactly = 200

function overfull(named: string, count: string): Fault {
  const detail = `${named} would hold ${count} permissions, directly and through its roles. A key holds at most ${heldAtMost}: remove permissions or roles from it first.`
  return fault("application/precondition_failed", { detail })
}
