import { createIdMint } from "../../core/ids.ts"
import type {
  Actor,
  Api,
  Balance,
  Credits,
  Identity,
  KeyDetails,
  Migration,
  Namespace,
  Override,
  Permission,
  Ratelimit,
  Role,
  RootKey,
  Workspace,
} from "../../core/model.ts"
import { sha256 } from "../../secrets/hash.ts"
import type { KeyFilter, Store, Transaction } from "../port/store.ts"

/** Complete objects, in which a test sets only the fields that matter to it. */

export const time = 1_767_225_600_000

export const mintId = createIdMint({
  now: () => Date.now(),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
})

export const newHash = (): string => sha256(crypto.randomUUID())

export const operator: Actor = { type: "operator", id: "operator" }

/** A transaction of a workspace; of none where it makes one. */
export function change<T>(store: Store, workspaceId: string | undefined, work: (tx: Transaction) => Promise<T>) {
  return store.transaction({ workspaceId, actor: operator, requestId: "req_1", now: time }, work)
}

/** Not expect(…).rejects: it waits without letting the threads of a store answer. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** A workspace of its own for every test, so that no test sees what another does. */
export async function addWorkspace(store: Store, members: Partial<Workspace> = {}): Promise<Workspace> {
  const workspace = newWorkspace(members)
  await change(store, undefined, (tx) => tx.workspaces.insert(workspace))
  return workspace
}

/** An API in a new workspace. */
export async function addApi(store: Store, members: Partial<Api> = {}): Promise<Api> {
  const { id } = await addWorkspace(store)
  const api = newApi(id, members)
  await change(store, id, (tx) => tx.apis.insert(api))
  return api
}

/** With the balances that they refer to, which must be new. */
export async function addKeys(store: Store, ...keys: readonly KeyDetails[]): Promise<void> {
  await change(store, keys[0]?.workspaceId, (tx) => insertKeys(tx, keys))
}

export async function insertKeys(tx: Transaction, keys: readonly KeyDetails[]): Promise<void> {
  const balances = new Map(keys.flatMap(({ balance }) => (balance === null ? [] : [[balance.id, balance] as const])))
  await tx.balances.insert(keys[0]?.workspaceId ?? "", [...balances.values()])
  await tx.keys.insert(keys)
}

/** A key in an API in a workspace, all new. */
export async function addKey(store: Store, members: KeyMembers = {}): Promise<KeyDetails> {
  const key = newKey(await addApi(store), members)
  await addKeys(store, key)
  return key
}

export function newWorkspace(members: Partial<Workspace> = {}): Workspace {
  return {
    id: mintId("ws"),
    name: "Acme",
    enabled: true,
    disabledReason: null,
    disabledNote: null,
    disabledAt: null,
    limits: {
      requestsPerMinute: null,
      keys: null,
      identities: null,
      verificationsPerMonth: null,
      onExceeded: "reject",
    },
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newRootKey(workspaceId: string, members: Partial<RootKey> = {}): RootKey {
  return {
    id: mintId("rk"),
    workspaceId,
    hash: newHash(),
    start: "kw_root_abcd",
    name: null,
    enabled: true,
    permissions: ["*"],
    expires: null,
    createdAt: time,
    updatedAt: null,
    lastUsedAt: null,
    ...members,
  }
}

export function newApi(workspaceId: string, members: Partial<Api> = {}): Api {
  return {
    id: mintId("api"),
    workspaceId,
    name: "Payments",
    defaultPrefix: null,
    defaultBytes: null,
    deleteProtection: false,
    ipAllowlist: [],
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newIdentity(workspaceId: string, members: Partial<Identity> = {}): Identity {
  return {
    id: mintId("id"),
    workspaceId,
    externalId: crypto.randomUUID(),
    meta: {},
    ratelimits: [],
    createdAt: time,
    updatedAt: null,
    ...members,
  }
}

export function newBalance(credits: Credits | null): Balance {
  return { id: mintId("bal"), credits }
}

export const limited = (remaining: number): Credits => ({ remaining, refill: null, refillAt: null })

/** Returns the balance id of a key. */
export function balanceIdOf({ balance }: Pick<KeyDetails, "balance">): string {
  if (balance === null) throw new Error("The key has no balance.")
  return balance.id
}

/** With `credits` a key gets a balance of its own. */
export type KeyMembers = Partial<KeyDetails> & { readonly credits?: Credits }

export function newKey(
  api: Pick<Api, "id" | "workspaceId">,
  { identity = null, credits, ...members }: KeyMembers = {},
): KeyDetails {
  return {
    id: mintId("key"),
    workspaceId: api.workspaceId,
    apiId: api.id,
    identityId: identity?.id ?? null,
    hash: newHash(),
    algorithm: "sha256",
    migrationId: null,
    imported: false,
    start: "abcd",
    prefix: null,
    byteLength: 24,
    name: null,
    meta: {},
    enabled: true,
    expires: null,
    ciphertext: null,
    ipAllowlist: [],
    balance: credits === undefined ? null : newBalance(credits),
    createdAt: time,
    updatedAt: null,
    lastUsedAt: null,
    identity,
    ratelimits: [],
    directPermissions: [],
    roles: [],
    ...members,
  }
}

export function newRatelimit(members: Partial<Ratelimit> = {}): Ratelimit {
  return { id: mintId("rl"), name: "requests", limit: 10, duration: 60_000, autoApply: false, ...members }
}

export function newPermission(members: Partial<Permission> = {}): Permission {
  const slug = members.slug ?? `docs.${crypto.randomUUID()}`
  return { id: mintId("perm"), slug, name: slug, description: null, ...members }
}

export function newRole(members: Partial<Role> = {}): Role {
  return { id: mintId("role"), name: crypto.randomUUID(), description: null, permissions: [], ...members }
}

export function newNamespace(members: Partial<Namespace> = {}): Namespace {
  return { id: mintId("rlns"), name: crypto.randomUUID(), createdAt: time, ...members }
}

export function newOverride(members: Partial<Override> = {}): Override {
  return {
    id: mintId("rlor"),
    identifier: crypto.randomUUID(),
    limit: 5,
    duration: 60_000,
    createdAt: time,
    ...members,
  }
}

export function newMigration(members: Partial<Migration> = {}): Migration {
  return { id: mintId("mig"), name: null, algorithm: "sha256", createdAt: time, ...members }
}

/** The whole list, in one page. */
export const everything = { limit: 1_000, after: undefined, search: undefined } as const

export const everyKey: KeyFilter = {
  ...everything,
  apiId: undefined,
  identityId: undefined,
  externalId: undefined,
  enabled: undefined,
}

/** One of everything, all related. */
export async function addFamily(store: Store) {
  const workspace = await addWorkspace(store)
  const [rootKey, api] = [newRootKey(workspace.id), newApi(workspace.id)]
  const [permission, namespace] = [newPermission(), newNamespace()]
  const [override, migration] = [newOverride(), newMigration()]
  const role = newRole({ permissions: [permission] })
  const identity = newIdentity(workspace.id, { ratelimits: [newRatelimit()] })
  const key = newKey(api, {
    identity,
    credits: limited(5),
    ratelimits: [newRatelimit()],
    directPermissions: [permission],
    roles: [role],
  })
  await change(store, workspace.id, async (tx) => {
    await tx.rootKeys.insert(rootKey)
    await tx.apis.insert(api)
    await tx.permissions.insert(workspace.id, [permission])
    await tx.roles.insert(workspace.id, role)
    await tx.identities.insert([identity])
    await insertKeys(tx, [key])
    await tx.namespaces.insert(workspace.id, namespace)
    await tx.overrides.put(namespace.id, override)
    await tx.migrations.insert(workspace.id, migration)
    const resources = [{ type: "key", id: key.id }] as const
    tx.record({ type: "key.created", workspaceId: workspace.id, resources, changes: { before: null, after: {} } })
  })
  return { workspace, rootKey, api, permission, role, identity, key, namespace, override, migration }
}

export type Family = Awaited<ReturnType<typeof addFamily>>
