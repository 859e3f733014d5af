import { type Fault, fault } from "../../../contract/errors.ts"
import { excessOf, linkedAtMost, linkedExcess, linkedPermissions } from "../../../core/held-permissions.ts"
import type { KeyDetails, Role } from "../../../core/model.ts"
import type { Reads } from "../../../storage/port/store.ts"
import { requireRoles } from "./require-roles.ts"

/** Refuses a key that would hold too many permissions. The message calls the key `named`. */
export function requireHoldable(
  named: string,
  before: KeyDetails | undefined,
  after: Pick<KeyDetails, "directPermissions" | "roles">,
): void {
  const excess = excessOf(before, after)
  if (excess !== undefined) throw overfull(named, excess)
}

interface HoldableContext {
  readonly tx: Reads
  readonly workspaceId: string
  /** What messages call the keys. */
  readonly named: string
  /** The keys as they are. Those that are already above the maximum may shrink. */
  readonly before?: readonly KeyDetails[]
  /** Other roles that the key keeps. */
  readonly kept?: readonly Role[]
}

/** Finds roles by id or name. It counts before it loads, because 100 roles may have 1,000 permissions each. */
export async function requireHoldableRoles(
  { tx, workspaceId, named, before = [], kept = [] }: HoldableContext,
  references: readonly string[],
): Promise<readonly Role[]> {
  if (references.length === 0) return []
  const count = await tx.roles.countPermissions(workspaceId, [...kept.map(({ id }) => id), ...references])
  const atMost = before.reduce((most, key) => Math.max(most, linkedPermissions(key)), linkedAtMost)
  if (count > atMost) throw overfull(named, linkedExcess(count))
  return requireRoles(tx, workspaceId, references)
}

export function overfull(named: string, excess: string): Fault {
  const detail = `${named} would hold ${excess}. Remove permissions or roles from it first.`
  return fault("application/precondition_failed", { detail })
}
