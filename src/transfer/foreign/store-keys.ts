import type { IdPrefix } from "../../contract/id-prefixes.ts"
import { newBalance } from "../../core/balance.ts"
import { storedHash } from "../../core/imported-hash.ts"
import type { Api, KeyDetails, Workspace } from "../../core/model.ts"
import { replaceRatelimits } from "../../core/replace-ratelimits.ts"
import { neverRotated } from "../../core/rotation.ts"
import { keyCreated } from "../../operations/shared/keys/change-key.ts"
import { findOrCreateIdentities } from "../../operations/shared/keys/link-identity.ts"
import { requireHoldable } from "../../operations/shared/permissions/require-holdable.ts"
import { ascendingByName, requireRoles } from "../../operations/shared/permissions/require-roles.ts"
import { ascendingBySlug, resolvePermissions } from "../../operations/shared/permissions/resolve-permissions.ts"
import { countedKeys, requireKeyQuota } from "../../operations/shared/workspaces/quota.ts"
import type { Transaction } from "../../storage/port/store.ts"
import type { ForeignKey } from "./foreign-key.ts"

export interface WantedKey {
  readonly id: string
  readonly key: ForeignKey
}

interface StoringContext {
  readonly tx: Transaction
  readonly workspace: Workspace
  readonly api: Api
  readonly now: number
  mintId(prefix: IdPrefix): string
}

/** Stores the selected keys with their identities and permissions, and records the events. */
export async function storeKeys(context: StoringContext, wanted: readonly WantedKey[]): Promise<void> {
  if (wanted.length === 0) return
  const { tx, workspace, mintId, now } = context
  const keys = wanted.map(({ key }) => key)
  await requireKeyQuota(context, countedKeys(keys, now))
  const mint = { id: mintId }
  const roles = await requireRoles(tx, workspace.id, [...new Set(keys.flatMap((key) => key.roles))])
  const slugs = [...new Set(keys.flatMap((key) => key.permissions))]
  const permissions = await resolvePermissions({ tx, workspace, mint }, slugs)
  const externalIds = keys.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId]))
  const identities = await findOrCreateIdentities({ tx, workspace, mint, now }, externalIds)
  const stored = wanted.map(({ id, key }): KeyDetails => {
    const identity = (key.externalId !== undefined && identities.get(key.externalId)) || null
    return {
      ...ownFields(key, { ...context, id }),
      identity,
      identityId: identity?.id ?? null,
      directPermissions: ascendingBySlug(permissions.filter(({ slug }) => key.permissions.includes(slug))),
      roles: ascendingByName(roles.filter((role) => key.roles.includes(role.name) || key.roles.includes(role.id))),
    }
  })
  for (const key of stored) requireHoldable(`The key ${key.name ?? key.id}`, undefined, key)
  await tx.balances.insert(
    workspace.id,
    stored.flatMap(({ balance }) => balance ?? []),
  )
  await tx.keys.insert(stored)
  for (const key of stored) tx.record(keyCreated(key))
}

type OwnFields = Omit<KeyDetails, "identity" | "identityId" | "directPermissions" | "roles">

function ownFields(
  key: ForeignKey,
  { id, workspace, api, mintId, now }: StoringContext & { readonly id: string },
): OwnFields {
  return {
    id,
    workspaceId: workspace.id,
    apiId: api.id,
    hash: storedHash(key.hash),
    algorithm: key.algorithm ?? "sha256",
    migrationId: null,
    imported: true,
    start: key.start ?? "",
    // A successor uses the defaults of the API, because the format of an imported key is unknown.
    prefix: null,
    byteLength: null,
    name: key.name ?? null,
    meta: key.meta,
    enabled: key.enabled,
    scoped: key.scoped,
    expires: key.expires ?? null,
    ciphertext: null,
    ipAllowlist: [],
    balance: newBalance(key.credits, { now, mintId: () => mintId("bal") }),
    createdAt: key.createdAt ?? now,
    updatedAt: null,
    lastUsedAt: null,
    ...neverRotated,
    ratelimits: replaceRatelimits([], key.ratelimits, () => mintId("rl")),
  }
}
