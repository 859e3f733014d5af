import type { ImportedKey } from "../../../contract/migration.ts"
import { storedHash } from "../../../core/imported-hash.ts"
import type { KeyDetails, Migration } from "../../../core/model.ts"
import { createPauser } from "../../../core/pauses.ts"
import { neverRotated } from "../../../core/rotation.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { MutationWith } from "../../context.ts"
import { requireHoldable } from "../permissions/require-holdable.ts"
import { resolvePermissions } from "../permissions/resolve-permissions.ts"
import { requireRoomForKeys } from "../plans/require-room-for-keys.ts"
import { findOrCreateIdentities } from "./link-identity.ts"
import {
  attributesOf,
  chosenLinks,
  type Links,
  namedIdentities,
  namedPermissions,
  namedRoles,
  permissionsByReference,
  rolesByReference,
  storeNewKeys,
} from "./new-keys.ts"
import { isPermissionId, requireLinks } from "./require-links.ts"

/**
 * Requires every role and permission id that the keys name to exist, even for keys that are not imported. Also refuses
 * keys with too many permissions.
 */
export async function requireNamed(reads: Reads, workspaceId: string, keys: readonly ImportedKey[]): Promise<void> {
  const named = { roles: namedRoles(keys), permissions: namedPermissions(keys) }
  const links = await requireLinks(reads, workspaceId, named)
  const pauseIfDue = createPauser(() => performance.now())
  for (const [index, key] of keys.entries()) {
    // Pauses, because thousands of keys may hold a thousand permissions each.
    await pauseIfDue()
    requireHoldable(`Key number ${index + 1} of those to import`, undefined, chosenLinks(key, links))
  }
}

/** One slice takes a few dozen milliseconds with this many keys and rows. */
const sliceAtMost = { keys: 150, rows: 1_000 }

/** The keys of the next transaction, beginning at `start`: at least one. */
export function nextSlice(keys: readonly ImportedKey[], start: number): readonly ImportedKey[] {
  let rows = 0
  let end = start
  for (const key of keys.slice(start, start + sliceAtMost.keys)) {
    rows += 1 + key.ratelimits.length + key.roles.length + key.permissions.length
    if (rows > sliceAtMost.rows && end > start) break
    end += 1
  }
  return keys.slice(start, end)
}

type ImportContext = MutationWith<"tx" | "workspace" | "mint" | "now">

interface Batch {
  readonly apiId: string
  readonly migration: Migration | undefined
  readonly keys: readonly ImportedKey[]
}

/**
 * Imports one slice of keys. The caller must have checked that the hashes are free and that roles and permissions
 * exist. Roles and permissions deleted since then are left out.
 */
export async function importKeys(context: ImportContext, { apiId, migration, keys }: Batch) {
  const { tx, workspace, mint, now } = context
  const links = await linksOf(context, keys)
  const pauseIfDue = createPauser(() => performance.now())
  const imported: KeyDetails[] = []
  for (const key of keys) {
    await pauseIfDue()
    const details: KeyDetails = {
      ...attributesOf(key, links, context),
      id: mint.id("key"),
      workspaceId: workspace.id,
      apiId,
      hash: storedHash(key.hash),
      algorithm: key.algorithm ?? migration?.algorithm ?? "sha256",
      migrationId: migration?.id ?? null,
      imported: true,
      // The plaintext is unknown until a prefixed key is adopted.
      start: "",
      prefix: null,
      byteLength: null,
      ciphertext: null,
      ipAllowlist: [],
      createdAt: now,
      updatedAt: null,
      lastUsedAt: null,
      ...neverRotated,
    }
    requireHoldable("One of the keys to import", undefined, details)
    imported.push(details)
  }
  await requireRoomForKeys({ reads: tx, now }, imported)
  await storeNewKeys(tx, workspace.id, imported)
  return imported
}

async function linksOf(context: ImportContext, keys: readonly ImportedKey[]): Promise<Links> {
  const { tx, workspace } = context
  const roles = await tx.roles.listNamed(workspace.id, namedRoles(keys))
  const named = namedPermissions(keys)
  const existing = await tx.permissions.listNamed(workspace.id, named.filter(isPermissionId))
  const slugs = named.filter((reference) => !isPermissionId(reference))
  const permissions = await resolvePermissions(context, [...slugs, ...existing.map(({ id }) => id)])
  return {
    identities: await findOrCreateIdentities(context, namedIdentities(keys)),
    roles: rolesByReference(roles),
    permissions: permissionsByReference(permissions),
  }
}
