import { fault } from "../../contract/errors.ts"
import type { RootKey } from "../../core/model.ts"
import type { Transaction } from "../../storage/port/store.ts"
import type { Caller } from "../operation.ts"

interface Changing {
  readonly tx: Transaction
  readonly caller: Caller
  readonly now: number
}

/** The last-key rule: no root key takes away the only usable root key that holds `*`. Operators are exempt. */
export async function refuseLosingLastOwner(
  { tx, caller, now }: Changing,
  before: RootKey,
  after: RootKey | undefined,
): Promise<void> {
  if (caller.type === "operator" || !weakens(before, after)) return
  // Two are enough to know that one remains, however many there are.
  const owners = await tx.rootKeys.listUsableOwners(before.workspaceId, now, 2)
  if (owners.length !== 1 || owners[0]?.id !== before.id) return
  throw fault("application/precondition_failed", {
    detail:
      "This is the only enabled, unexpired root key of the workspace that holds `*`. Create another one first, or ask an operator.",
  })
}

/** Any new expiry counts, also a later one: `expires: null` is the way to keep the key. */
function weakens(before: RootKey, after: RootKey | undefined): boolean {
  if (after === undefined || !after.enabled || !after.permissions.includes("*")) return true
  return after.expires !== null && after.expires !== before.expires
}
