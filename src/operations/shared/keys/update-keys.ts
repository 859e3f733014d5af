import type { z } from "zod"
import { invalidInput } from "../../../contract/errors.ts"
import type { keyPatchShape } from "../../../contract/key.ts"
import { changeBalance, creditsOf } from "../../../core/balance.ts"
import { type CreditsPatch, patchCredits } from "../../../core/change-credits.ts"
import { isExpired } from "../../../core/expiry.ts"
import type { Balance, KeyDetails, Permission, Role } from "../../../core/model.ts"
import { createPauser } from "../../../core/pauses.ts"
import { replaceRatelimits } from "../../../core/replace-ratelimits.ts"
import type { MutationWith } from "../../context.ts"
import { requireHoldableRoles } from "../permissions/require-holdable.ts"
import { resolvePermissions } from "../permissions/resolve-permissions.ts"
import { requireRoomForKeys } from "../plans/require-room-for-keys.ts"
import { requireKeyQuota } from "../workspaces/quota.ts"
import { changeKey, storeDueRefill } from "./change-key.ts"
import { rightsToChange } from "./key-link-rights.ts"
import { findOrCreateIdentity } from "./link-identity.ts"

/** A change of keys. Absent fields stay unchanged. */
export interface KeyPatch extends z.infer<z.ZodObject<typeof keyPatchShape>> {
  readonly credits?: CreditsPatch | null
  readonly externalId?: string | null
}

type UpdateContext = MutationWith<"tx" | "workspace" | "mint" | "now" | "grantAlso">

/**
 * Changes keys that were read for update, and returns how many were different before. The caller must have authorized
 * the update of these keys.
 */
export async function updateKeys(
  context: UpdateContext,
  keys: readonly KeyDetails[],
  patch: KeyPatch,
): Promise<number> {
  const { tx, now } = context
  const resolved = await resolvePatch(context, keys, patch)
  const pauseIfDue = createPauser(() => performance.now())
  const changes: (readonly [before: KeyDetails, after: KeyDetails])[] = []
  /** Balances as this call leaves them, because several of the keys may share one. */
  const balances = new Map<string, Balance>()
  for (const key of keys) {
    await pauseIfDue()
    const shared = key.balance && balances.get(key.balance.id)
    const before = shared ? { ...key, balance: shared } : await storeDueRefill(context, key)
    const after = patchedKey(context, before, resolved)
    if (after.balance !== null) balances.set(after.balance.id, after.balance)
    changes.push([before, after])
  }
  context.grantAlso(...new Set(changes.flatMap(([before, after]) => rightsToChange(before, after))))
  await requireKeyQuota(context, changes.filter(([before, after]) => isRevived(before, after, now)).length)
  const owner = await ownerIn(context, patch)
  await requireRoomForKeys(
    { reads: tx, now },
    changes.map(([before, after]) => [before, { ...after, ...owner }] as const).flatMap(gainedBy(now)),
  )
  let changed = 0
  for (const [before, after] of changes) {
    await pauseIfDue()
    if ((await changeKey({ tx, now }, before, { ...after, ...owner })) !== before) changed += 1
  }
  return changed
}

/** A key that expired and is to work again counts towards the quota like a new one. */
export function isRevived(before: KeyDetails, after: KeyDetails, now: number): boolean {
  return isExpired(before, now) && !isExpired(after, now)
}

/** The key as one more that its identity has, because it moves to the identity or is revived. */
function gainedBy(now: number) {
  return ([before, after]: readonly [before: KeyDetails, after: KeyDetails]): readonly KeyDetails[] =>
    before.identityId !== after.identityId || isRevived(before, after, now) ? [after] : []
}

/** A change whose roles and permissions are known. */
export type ResolvedPatch = Omit<KeyPatch, "roles" | "permissions" | "externalId"> & {
  readonly roles?: readonly Role[]
  readonly directPermissions?: readonly Permission[]
}

async function resolvePatch(
  context: UpdateContext,
  keys: readonly KeyDetails[],
  { roles, permissions, externalId: _externalId, ...patch }: KeyPatch,
): Promise<ResolvedPatch> {
  const { tx, workspace } = context
  const named = keys.length === 1 ? `The key ${keys[0]?.id}` : "Each of the keys"
  const wanting = { tx, workspaceId: workspace.id, named, before: keys }
  return {
    ...patch,
    ...(roles && { roles: await requireHoldableRoles(wanting, roles) }),
    ...(permissions && { directPermissions: await resolvePermissions(context, permissions) }),
  }
}

export function patchedKey(
  { mint, now }: MutationWith<"mint" | "now">,
  key: KeyDetails,
  { credits, ratelimits, ...plain }: ResolvedPatch,
): KeyDetails {
  return {
    ...key,
    ...plain,
    ...(credits !== undefined && {
      balance: changeBalance(key.balance, creditsAfter(key, credits, now), () => mint.id("bal")),
    }),
    ...(ratelimits && { ratelimits: replaceRatelimits(key.ratelimits, ratelimits, () => mint.id("rl")) }),
  }
}

function creditsAfter(key: KeyDetails, patch: CreditsPatch | null, now: number) {
  const patched = patchCredits(creditsOf(key), patch ?? { remaining: null }, now)
  if (patched.type === "credits") {
    return { credits: patched.credits, isSet: patch === null || patch.remaining !== undefined, lowAt: patch?.lowAt }
  }
  if (patched.type === "threshold_of_unlimited") {
    throw invalidInput({
      location: "body.credits.lowAt",
      message: `must be absent, because the key ${key.id} is or becomes unlimited`,
      fix: "Give the key a number of credits: send `remaining` too, with keys.updateKey.",
    })
  }
  throw invalidInput({
    location: "body.credits.refill",
    message: `must be absent, because the key ${key.id} is or becomes unlimited`,
    fix: "Give the key a number of credits: send `remaining` too, with keys.updateKey.",
  })
}

/** The identity of the keys, if the change names one. */
async function ownerIn(
  context: UpdateContext,
  { externalId }: KeyPatch,
): Promise<Pick<KeyDetails, "identity" | "identityId"> | undefined> {
  if (externalId === undefined) return undefined
  const identity = externalId === null ? null : await findOrCreateIdentity(context, externalId)
  return { identity, identityId: identity?.id ?? null }
}
