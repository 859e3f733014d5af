import type { Store } from "../port/store.ts"
import { limited, newKey } from "./new-key.ts"
import {
  newApi,
  newIdentity,
  newMigration,
  newNamespace,
  newOverride,
  newPermission,
  newRatelimit,
  newRole,
  newRootKey,
} from "./new-objects.ts"
import { addWorkspace, change, insertIn } from "./stored-objects.ts"

/** One object of every kind, all related. */
export async function addFamily(store: Store) {
  const workspace = await addWorkspace(store)
  const [rootKey, api, permission] = [newRootKey(workspace.id), newApi(workspace.id), newPermission()]
  const [namespace, override, migration] = [newNamespace(), newOverride(), newMigration()]
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
    await insertIn(tx, workspace.id, {
      rootKeys: [rootKey],
      apis: [api],
      permissions: [permission],
      roles: [role],
      identities: [identity],
      keys: [key],
      namespaces: [namespace],
      overrides: [override],
    })
    await tx.migrations.insert(workspace.id, migration)
    const resources = [{ type: "key", id: key.id }] as const
    tx.record({ type: "key.created", workspaceId: workspace.id, resources, changes: { before: null, after: {} } })
  })
  return { workspace, rootKey, api, permission, role, identity, key, namespace, override, migration }
}

export type Family = Awaited<ReturnType<typeof addFamily>>
