import type { Workspace } from "../../core/model.ts"
import type { Store, Transaction } from "../port/store.ts"
import { limited, newKey } from "./new-key.ts"
import {
  newApi,
  newIdentity,
  newMigration,
  newNamespace,
  newOverride,
  newPermission,
  newPlan,
  newRatelimit,
  newRole,
  newRootKey,
} from "./new-objects.ts"
import { addWorkspace, change, insertIn } from "./stored-objects.ts"

/** One object of every kind, all related, and the event of a creation. */
export async function addFamily(store: Store) {
  const workspace = await addWorkspace(store)
  return change(store, workspace.id, (tx) => insertFamily(tx, workspace))
}

export async function insertFamily(tx: Transaction, workspace: Workspace) {
  const { id: workspaceId } = workspace
  const [rootKey, api, permission] = [newRootKey(workspaceId), newApi(workspaceId), newPermission()]
  const [namespace, override, migration] = [newNamespace(), newOverride(), newMigration()]
  const plan = newPlan(workspaceId, { ratelimits: [newRatelimit()], permissions: [permission] })
  const role = newRole({ permissions: [permission] })
  const identity = newIdentity(workspaceId, { ratelimits: [newRatelimit()] })
  const links = { ratelimits: [newRatelimit()], directPermissions: [permission], roles: [role] }
  const key = newKey(api, { identity, credits: limited(5), ...links })
  await insertIn(tx, workspaceId, {
    ...{ rootKeys: [rootKey], apis: [api], permissions: [permission], roles: [role], identities: [identity] },
    ...{ keys: [key], namespaces: [namespace], overrides: [override] },
  })
  await tx.migrations.insert(workspaceId, migration)
  await tx.plans.insert(plan)
  const resources = [{ type: "key", id: key.id }] as const
  tx.record({ type: "key.created", workspaceId, resources, changes: { before: null, after: {} } })
  return { workspace, rootKey, api, permission, role, plan, identity, key, namespace, override, migration }
}

export type Family = Awaited<ReturnType<typeof addFamily>>
