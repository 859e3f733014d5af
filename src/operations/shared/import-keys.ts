import type { ImportedKey } from "../../contract/migration.ts"
import { newBalance } from "../../core/balance.ts"
import { isIdShaped } from "../../core/ids.ts"
import { storedHash } from "../../core/imported-hash.ts"
import type { Identity, KeyDetails, Migration, Permission, Role } from "../../core/model.ts"
import { createPauser } from "../../core/pauses.ts"
import { replaceRatelimits } from "../../core/replace-ratelimits.ts"
import type { Reads } from "../../storage/port/store.ts"
import type { MutationWith } from "../operation.ts"
import { keyCreated } from "./change-key.ts"
import { findOrCreateIdentities } from "./link-identity.ts"
import { requireHoldable } from "./require-holdable.ts"
import { ascendingByName, requireRoles } from "./require-roles.ts"
import { ascendingBySlug, requirePermissions, resolvePermissions } from "./resolve-permissions.ts"

/**
 * Requires every role and permission id that the keys name to exist, even for keys that are not imported. Also refuses
 * keys with too many permissions.
 */
export async function requireNamed(reads: Reads, workspaceId: string, keys: readonly ImportedKey[]): Promise<void> {
  const named = namedPermissions(keys)
  const roles = byReference(await requireRoles(reads, workspaceId, namedRoles(keys)), ({ name }) => name)
  await requirePermissions(reads, workspaceId, named.filter(isPermissionId))
  const known = byReference(await reads.permissions.listNamed(workspaceId, named), ({ slug }) => slug)
  const permissions = new Map(named.map((reference) => [reference, known.get(reference) ?? newPermission(reference)]))
  const pauseIfDue = createPauser(() => performance.now())
  for (const [index, key] of keys.entries()) {
    // Pauses, because thousands of keys may hold a thousand permissions each.
    await pauseIfDue()
    const held = { directPermissions: chosen(permissions, key.permissions), roles: chosen(roles, key.roles) }
    requireHoldable(`Key number ${index + 1} of those to import`, undefined, held)
  }
}

/** A slug that the import will create. */
function newPermission(slug: string): Permission {
  return { id: slug, slug, name: slug, description: null }
}

/** One slice takes a few dozen milliseconds with this many keys and rows. */
const sliceAtMost = { keys: 100, rows: 1_000 }

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
  const origin = { workspaceId: workspace.id, apiId, migrationId: migration?.id ?? null, imported: true }
  const imported = keys.map((key) => {
    const algorithm = key.algorithm ?? migration?.algorithm ?? "sha256"
    return { ...origin, algorithm, ...keyDetails(key, links, { mint, now }) }
  })
  for (const key of imported) requireHoldable("One of the keys to import", undefined, key)
  await tx.balances.insert(
    workspace.id,
    imported.flatMap(({ balance }) => balance ?? []),
  )
  await tx.keys.insert(imported)
  for (const key of imported) tx.record(keyCreated(key))
  return imported
}

async function linksOf(context: ImportContext, keys: readonly ImportedKey[]): Promise<Links> {
  const { tx, workspace } = context
  const roles = await tx.roles.listNamed(workspace.id, namedRoles(keys))
  const named = namedPermissions(keys)
  const existing = await tx.permissions.listNamed(workspace.id, named.filter(isPermissionId))
  const slugs = named.filter((reference) => !isPermissionId(reference))
  const permissions = await resolvePermissions(context, [...slugs, ...existing.map(({ id }) => id)])
  const externalIds = keys.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId]))
  return {
    identities: await findOrCreateIdentities(context, externalIds),
    roles: byReference(roles, ({ name }) => name),
    permissions: byReference(permissions, ({ slug }) => slug),
  }
}

function isPermissionId(reference: string): boolean {
  return isIdShaped("perm", reference)
}

interface Links {
  readonly identities: ReadonlyMap<string, Identity>
  readonly roles: ReadonlyMap<string, Role>
  readonly permissions: ReadonlyMap<string, Permission>
}

type Details = Omit<KeyDetails, "workspaceId" | "apiId" | "algorithm" | "migrationId" | "imported">

function keyDetails(key: ImportedKey, links: Links, { mint, now }: Pick<ImportContext, "mint" | "now">): Details {
  const identity = (key.externalId !== undefined && links.identities.get(key.externalId)) || null
  return {
    id: mint.id("key"),
    identityId: identity?.id ?? null,
    hash: storedHash(key.hash),
    // The plaintext is unknown until a prefixed key is adopted.
    start: "",
    prefix: null,
    byteLength: null,
    name: key.name ?? null,
    meta: key.meta,
    enabled: key.enabled,
    expires: key.expires ?? null,
    ciphertext: null,
    ipAllowlist: [],
    balance: newBalance(key.credits, { now, mintId: () => mint.id("bal") }),
    createdAt: now,
    updatedAt: null,
    lastUsedAt: null,
    identity,
    ratelimits: replaceRatelimits([], key.ratelimits, () => mint.id("rl")),
    directPermissions: ascendingBySlug(chosen(links.permissions, key.permissions)),
    roles: ascendingByName(chosen(links.roles, key.roles)),
  }
}

function namedRoles(keys: readonly ImportedKey[]): readonly string[] {
  return [...new Set(keys.flatMap(({ roles }) => roles))]
}

function namedPermissions(keys: readonly ImportedKey[]): readonly string[] {
  return [...new Set(keys.flatMap(({ permissions }) => permissions))]
}

/** Maps both ids and names. No name has the form of an id, so they cannot collide. */
function byReference<Item extends { readonly id: string }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): ReadonlyMap<string, Item> {
  return new Map(items.flatMap((item) => [[nameOf(item), item] as const, [item.id, item] as const]))
}

function chosen<Item>(items: ReadonlyMap<string, Item>, references: readonly string[]): readonly Item[] {
  return references.flatMap((reference) => items.get(reference) ?? [])
}
