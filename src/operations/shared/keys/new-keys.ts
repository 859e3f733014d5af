import type { z } from "zod"
import type { newKeyShape } from "../../../contract/key.ts"
import { newBalance } from "../../../core/balance.ts"
import type { Identity, KeyDetails, Permission, Role } from "../../../core/model.ts"
import { createPauser, pauseShortly } from "../../../core/pauses.ts"
import { replaceRatelimits } from "../../../core/replace-ratelimits.ts"
import type { Transaction } from "../../../storage/port/store.ts"
import type { MutationWith } from "../../context.ts"
import { ascendingByName } from "../permissions/require-roles.ts"
import { ascendingBySlug } from "../permissions/resolve-permissions.ts"
import { keyCreated } from "./change-key.ts"

/** The fields that a request can set on every new key, minted or imported. */
export type NewKey = z.infer<z.ZodObject<typeof newKeyShape>>

/** The objects that new keys name, by every reference to them. */
export interface Links {
  readonly identities: ReadonlyMap<string, Identity>
  readonly roles: ReadonlyMap<string, Role>
  readonly permissions: ReadonlyMap<string, Permission>
}

type Attributes = "name" | "meta" | "enabled" | "scoped" | "expires" | "balance" | "ratelimits"
type LinkFields = "identity" | "identityId" | "directPermissions" | "roles"

/** Leaves out roles and permissions that `links` does not have. */
export function attributesOf(
  key: NewKey,
  links: Links,
  { mint, now }: MutationWith<"mint" | "now">,
): Pick<KeyDetails, Attributes | LinkFields> {
  const identity = (key.externalId !== undefined && links.identities.get(key.externalId)) || null
  return {
    name: key.name ?? null,
    meta: key.meta,
    enabled: key.enabled,
    scoped: key.scoped,
    expires: key.expires ?? null,
    balance: newBalance(key.credits, { now, mintId: () => mint.id("bal") }),
    ratelimits: replaceRatelimits([], key.ratelimits, () => mint.id("rl")),
    identity,
    identityId: identity?.id ?? null,
    ...chosenLinks(key, links),
  }
}

export function chosenLinks(
  key: Pick<NewKey, "roles" | "permissions">,
  { roles, permissions }: Pick<Links, "roles" | "permissions">,
): Pick<KeyDetails, "directPermissions" | "roles"> {
  return {
    directPermissions: ascendingBySlug(chosen(permissions, key.permissions)),
    roles: ascendingByName(chosen(roles, key.roles)),
  }
}

/** Stores keys with their own new balances. */
export async function storeNewKeys(tx: Transaction, workspaceId: string, keys: readonly KeyDetails[]): Promise<void> {
  const balances = keys.flatMap(({ balance }) => balance ?? [])
  if (balances.length > 0) await tx.balances.insert(workspaceId, balances)
  await tx.keys.insert(keys)
  const pauseIfDue = createPauser(() => performance.now(), pauseShortly)
  for (const key of keys) {
    await pauseIfDue()
    tx.record(keyCreated(key))
  }
}

export function namedRoles(keys: readonly Pick<NewKey, "roles">[]): readonly string[] {
  return [...new Set(keys.flatMap(({ roles }) => roles))]
}

export function namedPermissions(keys: readonly Pick<NewKey, "permissions">[]): readonly string[] {
  return [...new Set(keys.flatMap(({ permissions }) => permissions))]
}

export function namedIdentities(keys: readonly Pick<NewKey, "externalId">[]): readonly string[] {
  return [...new Set(keys.flatMap(({ externalId }) => externalId ?? []))]
}

export function rolesByReference(roles: readonly Role[]): ReadonlyMap<string, Role> {
  return byReference(roles, ({ name }) => name)
}

export function permissionsByReference(permissions: readonly Permission[]): ReadonlyMap<string, Permission> {
  return byReference(permissions, ({ slug }) => slug)
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
