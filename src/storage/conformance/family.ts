import type { Workspace } from "../../core/model.ts"
import { startingState } from "../../core/webhook-rules.ts"
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
  newPortal,
  newPortalSession,
  newRatelimit,
  newRole,
  newRootKey,
  newWebhook,
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
  const webhook = newWebhook(workspaceId)
  await tx.webhooks.insert(webhook, startingState(webhook.id, 0))
  const portalSession = newPortalSession(identity)
  await tx.portals.put(newPortal(workspaceId))
  await tx.portalSessions.insert(portalSession)
  const resources = [{ type: "key", id: key.id }] as const
  tx.record({ type: "key.created", workspaceId, resources, changes: { before: null, after: {} } })
  const objects = { workspace, rootKey, api, permission, role, plan, identity, key, namespace, override, migration }
  return { ...objects, webhook, portalSession }
}

export type Family = Awaited<ReturnType<typeof addFamily>>
