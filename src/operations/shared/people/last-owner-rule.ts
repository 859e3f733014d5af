import { fault } from "../../../contract/errors.ts"
import type { RootKey } from "../../../core/model.ts"
import type { MutationWith } from "../../context.ts"

type OwnerRuleContext = MutationWith<"tx" | "caller" | "now">

/** No root key may delete or weaken the only usable root key with `*`. Operators may. */
export async function refuseLosingLastOwner(
  { tx, caller, now }: OwnerRuleContext,
  before: RootKey,
  after: RootKey | undefined,
): Promise<void> {
  if (caller.type === "operator" || !weakens(before, after)) return
  // Two rows are enough to know that another owner remains.
  const owners = await tx.rootKeys.listUsableOwners(before.workspaceId, now, 2)
  if (owners.length !== 1 || owners[0]?.id !== before.id) return
  throw fault("application/precondition_failed", {
    detail:
      "This is the only enabled, unexpired root key of the workspace that holds `*`. Create another one first, or ask an operator.",
  })
}

/** Any new expiry weakens the key, even a later one. Only `expires: null` does not. */
function weakens(before: RootKey, after: RootKey | undefined): boolean {
  if (after === undefined || !after.enabled || !after.permissions.includes("*")) return true
  return after.expires !== null && after.expires !== before.expires
}
