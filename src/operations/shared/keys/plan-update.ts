import type { KeySelection } from "../../../contract/key-selection.ts"
import { refilledAt } from "../../../core/balance.ts"
import type { KeyDetails } from "../../../core/model.ts"
import { createPauser } from "../../../core/pauses.ts"
import type { Context } from "../../context.ts"
import { requireHoldable, requireHoldableRoles } from "../permissions/require-holdable.ts"
import { requireRoomForKeys } from "../plans/require-room-for-keys.ts"
import { rightsToChange } from "./key-link-rights.ts"
import { chosenLinks } from "./new-keys.ts"
import { requireLinks } from "./require-links.ts"
import { type KeysPlan, loadSelectedKeys } from "./selected-keys.ts"
import { isRevived, type KeyPatch, patchedKey, type ResolvedPatch } from "./update-keys.ts"

export interface UpdatePlan extends KeysPlan {
  /** The number of expired keys that will work again. */
  readonly revivedCount: number
  /** What the permissions and roles that the keys gain and lose need. */
  readonly rights: readonly string[]
}

/** Tries the change on every selected key before the first slice, so that a key that refuses it stops the whole call. */
export async function planUpdate(
  context: Context<KeySelection>,
  patch: KeyPatch,
  { matched }: KeysPlan,
): Promise<UpdatePlan> {
  const resolved = await resolveForPlan(context, patch)
  let revivedCount = 0
  /** At most 10,000, with few different identities at a time. */
  const revived: Pick<KeyDetails, "identity" | "expires">[] = []
  const rights = new Set<string>()
  if (!dependsOnKeys(patch)) return { matched, revivedCount, rights: [] }
  const pauseIfDue = createPauser(() => performance.now())
  for await (const keys of loadSelectedKeys(context, { matched })) {
    for (const key of keys) {
      await pauseIfDue()
      const before = refilledAt(key, context.now)
      const after = patchedKey(context, before, resolved)
      requireHoldable(`The key ${key.id}`, before, after)
      if (isRevived(before, after, context.now)) {
        revivedCount += 1
        revived.push({ identity: after.identity, expires: after.expires })
      }
      for (const right of rightsToChange(before, after)) rights.add(right)
    }
  }
  context.grantAlso(...rights)
  await requireRoomForKeys({ reads: context.store, now: context.now }, revived)
  return { matched, revivedCount, rights: [...rights] }
}

/** Every key accepts the other fields. */
function dependsOnKeys({ credits, roles, permissions, expires }: KeyPatch): boolean {
  const isOfCredits = Boolean(credits?.refill) || typeof credits?.lowAt === "number"
  return isOfCredits || roles !== undefined || permissions !== undefined || expires !== undefined
}

/** Permissions that the change will create are known by their slugs only. */
async function resolveForPlan(
  { workspace, store }: Context<KeySelection>,
  { roles, permissions, externalId: _externalId, ...patch }: KeyPatch,
): Promise<ResolvedPatch> {
  const named = { tx: store, workspaceId: workspace.id, named: "Each of the keys" }
  if (roles !== undefined) await requireHoldableRoles(named, roles)
  const references = { roles: roles ?? [], permissions: permissions ?? [] }
  const chosen = chosenLinks(references, await requireLinks(store, workspace.id, references))
  return {
    ...patch,
    ...(roles !== undefined && { roles: chosen.roles }),
    ...(permissions !== undefined && { directPermissions: chosen.directPermissions }),
  }
}
