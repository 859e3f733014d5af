import type { z } from "zod"
import { defaultKeyBytes } from "../../../contract/bounds.ts"
import { invalidInput } from "../../../contract/errors.ts"
import type { mintedKeyShape } from "../../../contract/key.ts"
import type { Api, KeyDetails } from "../../../core/model.ts"
import { createPauser, pauseShortly } from "../../../core/pauses.ts"
import type { MutationWith } from "../../context.ts"
import { requireHoldable, requireHoldableRoles } from "../permissions/require-holdable.ts"
import { resolvePermissions } from "../permissions/resolve-permissions.ts"
import { requireRoomForKeys } from "../plans/require-room-for-keys.ts"
import { countedKeys, requireKeyQuota } from "../workspaces/quota.ts"
import { type IssuedKey, mintKey } from "./issue-key.ts"
import { requireKeyVault } from "./key-vault.ts"
import { findOrCreateIdentities } from "./link-identity.ts"
import {
  attributesOf,
  namedIdentities,
  namedPermissions,
  namedRoles,
  permissionsByReference,
  rolesByReference,
  storeNewKeys,
} from "./new-keys.ts"

type NewMintedKey = z.infer<z.ZodObject<typeof mintedKeyShape>>

type CreateContext = MutationWith<"tx" | "workspace" | "mint" | "vault" | "now">

/** Creates keys in the given order, with the identities and permissions that they name. The caller must have authorized this. */
export async function createKeys(
  context: CreateContext,
  api: Api,
  wanted: readonly NewMintedKey[],
): Promise<readonly IssuedKey[]> {
  const { tx, workspace, vault, now } = context
  const named = (index: number) => (wanted.length === 1 ? "The new key" : `Key number ${index + 1} of the new keys`)
  const roles = await requireHoldableRoles(
    { tx, workspaceId: workspace.id, named: wanted.length === 1 ? "The new key" : "The new keys together" },
    namedRoles(wanted),
  )
  const permissions = await resolvePermissions(context, namedPermissions(wanted))
  if (wanted.some(({ recoverable }) => recoverable)) requireKeyVault(vault)
  await requireKeyQuota(context, countedKeys(wanted, now))
  const links = {
    roles: rolesByReference(roles),
    permissions: permissionsByReference(permissions),
    identities: await findOrCreateIdentities(context, namedIdentities(wanted)),
  }
  const pauseIfDue = createPauser(() => performance.now(), pauseShortly)
  const keys: KeyDetails[] = []
  const issuedKeys: IssuedKey[] = []
  for (const [index, key] of wanted.entries()) {
    await pauseIfDue()
    const { details, issued } = mintKey(context, {
      workspaceId: workspace.id,
      apiId: api.id,
      prefix: key.prefix ?? api.defaultPrefix,
      byteLength: key.byteLength ?? api.defaultBytes ?? defaultKeyBytes,
      recoverable: key.recoverable,
      ipAllowlist: key.ipAllowlist,
      ...attributesOf(key, links, context),
    })
    requireHoldable(named(index), undefined, details)
    keys.push(details)
    issuedKeys.push(issued)
  }
  await requireRoomForKeys({ reads: tx, now }, keys)
  await storeNewKeys(tx, workspace.id, keys)
  return issuedKeys
}

/** Maximum for all keys of one transaction, which blocks other writers. */
const linkedAtMost = 10_000
const permissionsAtMost = 1_000

/** Refuses keys that together take too long to store. The keys alone are bounded by the schema. */
export function requireFewLinks(keys: readonly NewMintedKey[]): void {
  const linked = keys.reduce(
    (count, { roles, permissions, ratelimits }) => count + roles.length + permissions.length + ratelimits.length,
    0,
  )
  if (linked > linkedAtMost) {
    throw tooMany(`must have at most ${linkedAtMost} roles, permissions and rate limits together, but has ${linked}`)
  }
  const { length } = namedPermissions(keys)
  if (length > permissionsAtMost) {
    throw tooMany(`must name at most ${permissionsAtMost} different permissions together, but names ${length}`)
  }
}

function tooMany(message: string) {
  return invalidInput({ location: "body.keys", message, fix: "Create the keys in several calls." })
}
