import { found } from "../../../contract/errors.ts"
import { changesBetween } from "../../../core/changes.ts"
import { identityInEvent } from "../../../core/event-content.ts"
import type { Changes, Identity } from "../../../core/model.ts"
import type { MutationWith } from "../../context.ts"
import { identityResources } from "../keys/identity-resources.ts"
import { findIdentity } from "../keys/link-identity.ts"
import { requireCurrent } from "../verify/give-back.ts"

type IdentityChangeContext = MutationWith<"tx" | "workspace" | "now">

export async function requireIdentity(
  { tx, workspace, now }: IdentityChangeContext,
  reference: string,
): Promise<Identity> {
  const identity = found(await findIdentity(tx, workspace.id, reference), "data/identity_not_found")
  requireCurrent([identity], now)
  return identity
}

/** Locks the balance of the identity, so that no spend can commit before this change. */
export async function requireIdentityForUpdate(context: IdentityChangeContext, reference: string): Promise<Identity> {
  const { id } = await requireIdentity(context, reference)
  return found(await context.tx.identities.findForUpdate(context.workspace.id, id), "data/identity_not_found")
}

/** Writes and records the differences, and returns the stored identity. `note` becomes part of the event. No change of plan of `before` may be due. */
export async function changeIdentity(
  { tx, now }: Pick<IdentityChangeContext, "tx" | "now">,
  before: Identity,
  after: Identity,
  note?: Changes["after"],
): Promise<Identity> {
  const changes = changesBetween(identityInEvent(before, now), identityInEvent(after, now))
  if (changes === undefined && note === undefined) {
    // What no response shows, such as that a threshold was chosen, is stored without an event.
    if (before.balance !== after.balance) await tx.identities.update(before, { ...before, balance: after.balance })
    return before
  }
  const changed = { ...after, updatedAt: now }
  await tx.identities.update(before, changed)
  tx.record({
    type: "identity.updated",
    workspaceId: before.workspaceId,
    resources: identityResources(after, before.balance !== after.balance),
    changes: { before: changes?.before ?? {}, after: { ...changes?.after, ...note } },
  })
  return changed
}
