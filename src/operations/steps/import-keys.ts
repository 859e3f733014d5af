import type { ImportedKey } from "../../contract/migration.ts"
import { keyInEvent } from "../../core/event-content.ts"
import { isIdShaped } from "../../core/ids.ts"
import { storedHash } from "../../core/imported-hash.ts"
import { newCredits } from "../../core/key-credits.ts"
import type { Identity, KeyDetails, Migration, Permission, Role, Workspace } from "../../core/model.ts"
import { replaceRatelimits } from "../../core/replace-ratelimits.ts"
import type { Reads, Transaction } from "../../storage/store.ts"
import type { Mint } from "../operation.ts"
import { keyResources } from "./change-key.ts"
import { findOrCreateIdentities } from "./link-identity.ts"
import { requireHoldable } from "./require-holdable.ts"
import { ascendingByName, requireRoles } from "./require-roles.ts"
import { ascendingBySlug, requirePermissions, resolvePermissions } from "./resolve-permissions.ts"

/** What keys name has to exist, whether or not the keys turn out to be importable: roles, and permissions by id. */
export async function requireNamed(reads: Reads, workspaceId: string, keys: readonly ImportedKey[]): Promise<void> {
  const permissions = namedPermissions(keys)
  await requireRoles(reads, workspaceId, namedRoles(keys))
  await requirePermissions(
    reads,
    workspaceId,
    permissions.filter((reference) => isIdShaped("perm", reference)),
  )
}

interface Importing {
  readonly tx: Transaction
  readonly workspace: Workspace
  readonly mint: Mint
  readonly now: number
}

interface Batch {
  readonly apiId: string
  readonly migration: Migration | undefined
  readonly keys: readonly ImportedKey[]
}

/** Everything in bulk: thousands of keys are one call. That their hashes are free is for the caller to have settled. */
export async function importKeys(importing: Importing, { apiId, migration, keys }: Batch) {
  const { tx, workspace, mint, now } = importing
  const roles = await requireRoles(tx, workspace.id, namedRoles(keys))
  const permissions = await resolvePermissions(importing, namedPermissions(keys))
  const identities = await findOrCreateIdentities(
    importing,
    keys.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId])),
  )
  const links: Links = {
    identities,
    roles: byReference(roles, ({ name }) => name),
    permissions: byReference(permissions, ({ slug }) => slug),
  }
  const origin = { workspaceId: workspace.id, apiId, migrationId: migration?.id ?? null, imported: true }
  const imported = []
  // In slices: while one is stored, other requests are served.
  for (let start = 0; start < keys.length; start += sliceLength) {
    const slice = keys.slice(start, start + sliceLength).map((key) => {
      const algorithm = key.algorithm ?? migration?.algorithm ?? "sha256"
      return { submitted: key.hash, key: { ...origin, algorithm, ...keyDetails(key, links, { mint, now }) } }
    })
    for (const [index, { key }] of slice.entries()) {
      requireHoldable(`Key number ${start + index + 1} of those to import`, undefined, key)
    }
    await tx.keys.insert(slice.map(({ key }) => key))
    for (const { submitted, key } of slice) {
      tx.record({
        type: "key.created",
        workspaceId: workspace.id,
        resources: keyResources(key),
        changes: { before: null, after: keyInEvent(key) },
      })
      imported.push({ hash: submitted, keyId: key.id })
    }
  }
  return imported
}

const sliceLength = 100

interface Links {
  readonly identities: ReadonlyMap<string, Identity>
  readonly roles: ReadonlyMap<string, Role>
  readonly permissions: ReadonlyMap<string, Permission>
}

type Details = Omit<KeyDetails, "workspaceId" | "apiId" | "algorithm" | "migrationId" | "imported">

function keyDetails(key: ImportedKey, links: Links, { mint, now }: Pick<Importing, "mint" | "now">): Details {
  const identity = (key.externalId !== undefined && links.identities.get(key.externalId)) || null
  const remaining = key.credits?.remaining ?? null
  return {
    id: mint.id("key"),
    identityId: identity?.id ?? null,
    hash: storedHash(key.hash),
    // Nothing is known of the plaintext until a prefixed key is adopted.
    start: "",
    prefix: null,
    byteLength: null,
    name: key.name ?? null,
    meta: key.meta,
    enabled: key.enabled,
    expires: key.expires ?? null,
    ciphertext: null,
    ipAllowlist: [],
    credits: remaining === null ? null : newCredits(remaining, key.credits?.refill ?? null, now),
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

/** By id and by name at once: no name has the form of an id. */
function byReference<Item extends { readonly id: string }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): ReadonlyMap<string, Item> {
  return new Map(items.flatMap((item) => [[nameOf(item), item] as const, [item.id, item] as const]))
}

function chosen<Item>(items: ReadonlyMap<string, Item>, references: readonly string[]): readonly Item[] {
  return references.flatMap((reference) => items.get(reference) ?? [])
}
