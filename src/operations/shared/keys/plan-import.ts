import type { ImportedKey } from "../../../contract/migration.ts"
import { separateTaken, storedHash } from "../../../core/imported-hash.ts"
import type { Identity } from "../../../core/model.ts"
import type { ContextWith } from "../../context.ts"
import { requireRoomForKeys } from "../plans/require-room-for-keys.ts"
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
  const isPlanned = keys.some(({ externalId }) => externalId !== undefined) && (await store.plans.boundKeys(id))
  const isLimited = limits.keys !== null || limits.identities !== null || isPlanned
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
  if (isPlanned) await requireRoomInPlans({ store, workspace, now }, fresh, existing)
  return { keys: countedKeys(fresh, now), identities: externalIds.size - existing.length }
}

/** Refuses the whole import if an identity would have too many keys. Each slice is checked again. */
async function requireRoomInPlans(
  { store, workspace, now }: ContextWith<"store" | "workspace" | "now">,
  fresh: readonly ImportedKey[],
  existing: readonly Identity[],
): Promise<void> {
  const known = new Map(existing.map((identity) => [identity.externalId, identity]))
  const defaultPlan = (await store.plans.findDefault(workspace.id)) ?? null
  const unknown = (externalId: string): Identity => ({ ...unknownIdentity, externalId, id: externalId, defaultPlan })
  const additional = fresh.flatMap(({ externalId, expires = null }) =>
    externalId === undefined ? [] : [{ identity: known.get(externalId) ?? unknown(externalId), expires }],
  )
  await requireRoomForKeys({ reads: store, now }, additional)
}

/** Stands for an identity that the import will create. No key has its id. */
const unknownIdentity: Omit<Identity, "id" | "externalId" | "defaultPlan"> = {
  workspaceId: "",
  enabled: true,
  meta: {},
  permissions: [],
  ratelimits: [],
  plan: null,
  billingDay: 1,
  quota: null,
  balance: null,
  planChange: null,
  createdAt: 0,
  updatedAt: null,
}

/** Refuses the whole import. Each slice is checked again, because other requests also create keys. */
export async function requireRoomFor(growing: Growing, { keys, identities }: Growth): Promise<void> {
  await requireKeyQuota(growing, keys)
  await requireIdentityQuota(growing, identities)
}
