import type { ImportedKey } from "../../contract/migration.ts"
import { separateTaken, storedHash } from "../../core/imported-hash.ts"
import type { Workspace } from "../../core/model.ts"
import type { Reads } from "../../storage/store.ts"
import { requireIdentityQuota, requireKeyQuota } from "./quota.ts"

/** What an import would add in all, as far as the workspace has limits for it. */
export interface Growth {
  readonly keys: number
  readonly identities: number
}

/** Read before anything is written: looking up thousands of hashes must not keep other writers waiting. */
export async function planGrowth(
  reads: Reads,
  { id, limits }: Workspace,
  keys: readonly ImportedKey[],
): Promise<Growth> {
  if (limits.keys === null && limits.identities === null) return { keys: 0, identities: 0 }
  const taken = await reads.taken.keyHashes(
    id,
    keys.map(({ hash }) => storedHash(hash)),
  )
  const { fresh } = separateTaken(keys, taken)
  const externalIds = new Set(fresh.flatMap(({ externalId }) => externalId ?? []))
  const existing = await reads.identities.listByExternalIds(id, [...externalIds])
  return { keys: fresh.length, identities: externalIds.size - existing.length }
}

/** Refuses the import as a whole; each slice is checked again when it is made, since others grow at the same time. */
export async function requireRoomFor(tx: Reads, workspace: Workspace, { keys, identities }: Growth): Promise<void> {
  await requireKeyQuota(tx, workspace, keys)
  await requireIdentityQuota(tx, workspace, identities)
}
