import { changesBetween } from "../../../core/changes.ts"
import { identityInEvent } from "../../../core/event-content.ts"
import type { Identity } from "../../../core/model.ts"
import { updated } from "../../../core/object-events.ts"
import type { MutationWith } from "../../context.ts"

/** Writes and records the differences, and returns the stored identity. No change of plan of `before` may be due. */
export async function changeIdentity(
  { tx, now }: MutationWith<"tx" | "now">,
  before: Identity,
  after: Identity,
): Promise<Identity> {
  const changes = changesBetween(identityInEvent(before), identityInEvent(after))
  if (changes === undefined) return before
  const changed = { ...after, updatedAt: now }
  await tx.identities.update(before, changed)
  tx.record({ ...updated("identity", before.id, changes), workspaceId: before.workspaceId })
  return changed
}
