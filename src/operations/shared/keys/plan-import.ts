import type { ImportedKey } from "../../../contract/migration.ts"
import { separateTaken, storedHash } from "../../../core/imported-hash.ts"
import type { ContextWith } from "../../context.ts"
import { countedKeys, type Growing, requireIdentityQuota, requireKeyQuota } from "../workspaces/quota.ts"
import { rightsToAdd } from "./key-link-rights.ts"

/** The number of keys and identities that an import adds. */
export interface Growth {
  readonly keys: number
  readonly identities: number
}

/**
 * Checks the rights for the permissions and roles of all keys that will be imported. Runs before the first write, because
 * looking up thousands of hashes would delay other writers.
 */
export async function planImport(
  { store, workspace, now, grantAlso }: ContextWith<"store" | "workspace" | "now" | "grantAlso">,
  keys: readonly ImportedKey[],
): Promise<Growth> {
  const { id, limits } = workspace
  const isLimited = limits.keys !== null || limits.identities !== null
  if (!isLimited && rightsToAdd(keys).length === 0) return { keys: 0, identities: 0 }
  const taken = await store.reserved.keyHashes(
    id,
    keys.map(({ hash }) => storedHash(hash)),
  )
  const { fresh } = separateTaken(keys, taken)
  grantAlso(...rightsToAdd(fresh))
  if (!isLimited) return { keys: 0, identities: 0 }
  const externalIds = new Set(fresh.flatMap(({ externalId }) => externalId ?? []))
  const existing = await store.identities.listByExternalIds(id, [...externalIds])
  return { keys: countedKeys(fresh, now), identities: externalIds.size - existing.length }
}

/** Refuses the whole import. Each slice is checked again, because other requests also create keys. */
export async function requireRoomFor(growing: Growing, { keys, identities }: Growth): Promise<void> {
  await requireKeyQuota(growing, keys)
  await requireIdentityQuota(growing, identities)
}
