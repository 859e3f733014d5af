import type {
  Actor,
  Api,
  Identity,
  KeyDetails,
  Namespace,
  Override,
  Permission,
  Role,
  RootKey,
  Workspace,
} from "../../core/model.ts"
import type { Store, Transaction } from "../port/store.ts"
import { type KeyMembers, newKey } from "./new-key.ts"
import { newApi, newWorkspace, time } from "./new-objects.ts"

export const operator: Actor = { type: "operator", id: "operator" }

/** A transaction of a workspace. A transaction that creates a workspace names none. */
export function change<T>(store: Store, workspaceId: string | undefined, work: (tx: Transaction) => Promise<T>) {
  return store.transaction({ workspaceId, actor: operator, requestId: "req_1", now: time }, work)
}

export interface NewObjects {
  readonly rootKeys?: readonly RootKey[]
  readonly apis?: readonly Api[]
  readonly identities?: readonly Identity[]
  readonly permissions?: readonly Permission[]
  readonly roles?: readonly Role[]
  /** With the balances that they refer to, which must be new. */
  readonly keys?: readonly KeyDetails[]
  readonly namespaces?: readonly Namespace[]
  /** In the first of the namespaces. */
  readonly overrides?: readonly Override[]
}

/** Stores objects of a workspace in one transaction. */
export function insert(store: Store, workspaceId: string, objects: NewObjects): Promise<void> {
  return change(store, workspaceId, (tx) => insertIn(tx, workspaceId, objects))
}

/** Stores the objects first that others refer to. */
export async function insertIn(tx: Transaction, workspaceId: string, objects: NewObjects): Promise<void> {
  const { rootKeys = [], apis = [], identities = [], permissions = [], roles = [], keys = [] } = objects
  const { namespaces = [], overrides = [] } = objects
  for (const rootKey of rootKeys) await tx.rootKeys.insert(rootKey)
  for (const api of apis) await tx.apis.insert(api)
  await tx.permissions.insert(workspaceId, permissions)
  await tx.identities.insert(identities)
  for (const role of roles) await tx.roles.insert(workspaceId, role)
  const balances = new Map(keys.flatMap(({ balance }) => (balance === null ? [] : [[balance.id, balance] as const])))
  await tx.balances.insert(workspaceId, [...balances.values()])
  await tx.keys.insert(keys)
  for (const namespace of namespaces) await tx.namespaces.insert(workspaceId, namespace)
  for (const override of overrides) await tx.overrides.put(namespaces[0]?.id ?? "", override)
}

/** A new workspace for every test, so that no test sees the objects of another. */
export async function addWorkspace(store: Store, members: Partial<Workspace> = {}): Promise<Workspace> {
  const workspace = newWorkspace(members)
  await change(store, undefined, (tx) => tx.workspaces.insert(workspace))
  return workspace
}

/** An API in a new workspace. */
export async function addApi(store: Store, members: Partial<Api> = {}): Promise<Api> {
  const { id } = await addWorkspace(store)
  const api = newApi(id, members)
  await insert(store, id, { apis: [api] })
  return api
}

export async function addKeys(store: Store, ...keys: readonly KeyDetails[]): Promise<void> {
  await insert(store, keys[0]?.workspaceId ?? "", { keys })
}

/** A key in an API in a workspace, all new. */
export async function addKey(store: Store, members: KeyMembers = {}): Promise<KeyDetails> {
  const key = newKey(await addApi(store), members)
  await addKeys(store, key)
  return key
}
