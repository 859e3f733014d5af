import type { KeySort } from "../port/keys.ts"
import type { Reads, Store } from "../port/store.ts"
import type { Family } from "./family.ts"
import { balanceIdOf } from "./new-key.ts"
import { time } from "./new-objects.ts"
import { everyEvent, everyKey, everything } from "./whole-lists.ts"

/** Everything that the service reads during a request, except searches, which must read every text. */
export function everyRead(store: Store, family: Family): Readonly<Record<string, () => unknown>> {
  const { credentials, verification, reserved, credits, usage, workspaces, events } = store
  const { workspace, rootKey, identity, key } = family
  return {
    "credentials.find": () => credentials.find(key.hash),
    "credentials.find of a root key": () => credentials.find(rootKey.hash),
    "credentials.findImported": () => credentials.findImported({ whole: "hash", longToken: undefined }),
    "credentials.findImported of a prefixed key": () => credentials.findImported({ whole: "hash", longToken: "long" }),
    "verification.find": () => verification.find(key.workspaceId, key.hash, 0),
    "verification.find of an unknown secret": () => verification.find(key.workspaceId, "hash", 0),
    "verification.findById": () => verification.findById(key.workspaceId, key.id, 0),
    "verification.findPrefixed": () => verification.findPrefixed(key.workspaceId, { whole: "hash", longToken: "long" }),
    "reserved.keyHashes": () => reserved.keyHashes(key.workspaceId, [key.hash, "other"]),
    "reserved.rootKeyHashes": () => reserved.rootKeyHashes([key.hash, "other"]),
    "credits.spend of nothing": () => credits.spend({ balanceId: balanceIdOf(key), cost: 0, now: time }),
    "usage.verificationsIn": () => usage.verificationsIn(workspace.id, "2026-11"),
    "usage.findIdentities": () => usage.findIdentities(workspace.id, [identity.id, identity.externalId, "other"]),
    "workspaces.find": () => workspaces.find(workspace.id),
    "workspaces.countObjects": () => workspaces.countObjects(workspace.id),
    "workspaces.hasExisted": () => workspaces.hasExisted(workspace.id),
    ...objectReads(store, family),
    ...portalReads(store, family),
    "keys.list of disabled keys": () =>
      store.keys.list(workspace.id, { ...everyKey, status: { name: "disabled", now: time }, after: "key" }),
    "keys.list of expired keys": () =>
      store.keys.list(workspace.id, { ...everyKey, status: { name: "expired", now: time } }),
    "keys.list of expiring keys, newest first": () =>
      store.keys.list(workspace.id, {
        ...everyKey,
        status: { name: "expiring", now: time },
        expiresBefore: time,
        after: "key",
        isDescending: true,
      }),
    "keys.list of keys with low credits": () =>
      store.keys.list(workspace.id, { ...everyKey, status: { name: "low_credits", now: time }, after: "key" }),
    ...matchReads(store, family),
    "events.list of a request": () => events.list({ ...everyEvent, workspaceId: workspace.id, requestId: "req_1" }),
    "events.list": () => events.list({ ...everyEvent, workspaceId: workspace.id }),
    "events.find": () => events.find("evt_none", workspace.id),
    "events.list after": () => events.list({ ...everyEvent, workspaceId: workspace.id, after: 0 }),
    "events.list before": () => events.list({ ...everyEvent, workspaceId: workspace.id, before: 2 ** 40 }),
    "events.list by everything": () =>
      events.list({
        ...everyEvent,
        workspaceId: workspace.id,
        types: ["key.created"],
        actorId: "rk_1",
        since: time,
        until: time,
        resourceId: key.id,
      }),
    "events.list of an object": () => events.list({ ...everyEvent, workspaceId: workspace.id, resourceId: key.id }),
    "events.list of an object anywhere": () => events.list({ ...everyEvent, resourceId: key.id }),
    "events.listChanges of an object": () => events.listChanges({ ...changesOf(workspace.id), resourceId: key.id }),
    "events.listChanges of a workspace": () => events.listChanges(changesOf(workspace.id)),
    "events.findPosition": () => events.findPosition(workspace.id, time - 1),
    "events.findSequence": () => events.findSequence("evt_1", workspace.id),
    "events.listChain": () => events.listChain(workspace.id, 5, 10),
    "events.findChainEnd": () => events.findChainEnd(workspace.id),
  }
}

function portalReads(reads: Reads, { workspace, identity, api, portalSession }: Family) {
  const { portals, portalSessions, keys } = reads
  const page = { identityId: undefined, now: time, limit: 10, after: undefined }
  return {
    "portals.find": () => portals.find(workspace.id),
    "portals.findRules": () => portals.findRules(workspace.id),
    "portalSessions.find": () => portalSessions.find(workspace.id, portalSession.id),
    "portalSessions.findByLink": () => portalSessions.findByLink(portalSession.linkHash),
    "portalSessions.findByHash": () => portalSessions.findByHash("hash"),
    "portalSessions.list": () => portalSessions.list(workspace.id, { ...page, after: "pts" }),
    "portalSessions.list of an identity": () => portalSessions.list(workspace.id, { ...page, identityId: identity.id }),
    "keys.list of an identity in some APIs": () =>
      keys.list(workspace.id, { ...everyKey, identityId: identity.id, apiIds: [api.id, "other"], isDescending: true }),
    "keys.countUnexpiredOf in some APIs": () =>
      keys.countUnexpiredOf(identity, { now: time, atMost: 10, apiIds: [api.id, "other"] }),
  }
}

/** Every read of the objects in a workspace. */
export function objectReads(reads: Reads, family: Family): Readonly<Record<string, () => unknown>> {
  const { rootKeys, apis, identities, plans, balances, keys, permissions, roles, namespaces, overrides, migrations } =
    reads
  const { workspace, rootKey, api, permission, role, plan, identity, key, namespace, override, migration } = family
  return {
    "rootKeys.find": () => rootKeys.find(workspace.id, rootKey.id),
    "rootKeys.list": () => rootKeys.list(workspace.id, everything),
    "rootKeys.list after": () => rootKeys.list(workspace.id, { ...everything, after: "rk" }),
    "rootKeys.listUsableOwners": () => rootKeys.listUsableOwners(workspace.id, time, 2),
    "apis.find": () => apis.find(workspace.id, api.id),
    "apis.list": () => apis.list(workspace.id, everything),
    "apis.list after": () => apis.list(workspace.id, { ...everything, after: "api" }),
    "identities.find": () => identities.find(workspace.id, identity.id),
    "identities.findByExternalId": () => identities.findByExternalId(workspace.id, identity.externalId),
    "identities.listByExternalIds": () => identities.listByExternalIds(workspace.id, [identity.externalId, "other"]),
    "identities.listSorted by name": () =>
      identities.listSorted(
        workspace.id,
        { search: undefined },
        { sort: "name", isDescending: false, after: undefined, limit: 10 },
      ),
    "identities.listSorted by keys": () =>
      identities.listSorted(
        workspace.id,
        { search: identity.externalId, enabled: true },
        { sort: "keys", isDescending: true, after: { id: "id", value: 3 }, limit: 10 },
      ),
    "identities.countMatching": () => identities.countMatching(workspace.id, { search: undefined }, 10),
    "identities.list newest first": () =>
      identities.list(workspace.id, { ...everything, isDescending: true, after: "ie" }),
    "identities.list": () => identities.list(workspace.id, everything),
    "identities.list after": () => identities.list(workspace.id, { ...everything, after: "id" }),
    "identities.listOfPlan": async () =>
      (
        await identities.listOfPlan(
          workspace.id,
          { id: plan.id, isDefault: true, now: time },
          { limit: 10, after: "id" },
        )
      ).identities,
    "webhooks.find": () => reads.webhooks.find(workspace.id, family.webhook.id),
    "webhooks.list": () => reads.webhooks.list(workspace.id, everything),
    "webhooks.list after": () => reads.webhooks.list(workspace.id, { ...everything, after: "whk" }),
    "plans.find": () => plans.find(workspace.id, plan.id),
    "plans.findByName": () => plans.findByName(workspace.id, plan.name),
    "plans.findDefault": () => plans.findDefault(workspace.id),
    "plans.listNamed": () => plans.listNamed(workspace.id, [plan.id, plan.name]),
    "plans.list": () => plans.list(workspace.id, everything),
    "plans.list after": () => plans.list(workspace.id, { ...everything, after: "plan" }),
    "plans.isNamed": () => plans.isNamed(plan.id, time),
    "keys.countUnexpiredOf": () =>
      keys.countUnexpiredOf({ ...identity, workspaceId: workspace.id }, { now: time, atMost: 10 }),
    "keys.countOfIdentities": async () => (await keys.countOfIdentities(workspace.id, [identity.id])).get(identity.id),
    "keys.countOfRoles": async () => (await keys.countOfRoles(workspace.id, [role.id])).get(role.id),
    "keys.countOfPermissions": async () =>
      (await keys.countOfPermissions(workspace.id, [permission.id])).get(permission.id),
    "identities.count": () => identities.count(workspace.id),
    "balances.listByIds": () => balances.listByIds(workspace.id, [balanceIdOf(key)]),
    "balances.listKeyIds": () => balances.listKeyIds(workspace.id, balanceIdOf(key), 10),
    "keys.find": () => keys.find(workspace.id, key.id),
    "keys.list": () => keys.list(workspace.id, everyKey),
    "keys.list after": () => keys.list(workspace.id, { ...everyKey, after: "key" }),
    "keys.list of an API": () => keys.list(workspace.id, { ...everyKey, apiId: api.id }),
    "keys.list of an identity": () => keys.list(workspace.id, { ...everyKey, identityId: identity.id }),
    "keys.list of an external identifier": () =>
      keys.list(workspace.id, { ...everyKey, externalId: identity.externalId }),
    "keys.list of an external identifier in an API": () =>
      keys.list(workspace.id, { ...everyKey, apiId: api.id, externalId: identity.externalId, after: "key" }),
    "keys.list of a role": () => keys.list(workspace.id, { ...everyKey, roleId: role.id, after: "key" }),
    "keys.list of a permission": () =>
      keys.list(workspace.id, { ...everyKey, permissionId: permission.id, after: "key" }),
    "keys.list newest first": () => keys.list(workspace.id, { ...everyKey, isDescending: true, after: "l" }),
    "keys.listByIds": () => keys.listByIds(workspace.id, [key.id]),
    "keys.listSelected by id": () => keys.listSelected(workspace.id, { type: "ids", ids: [key.id] }, everything),
    "keys.listSelected of an API": () => keys.listSelected(workspace.id, { type: "api", apiId: api.id }, everything),
    "keys.listSelected of an identity": () =>
      keys.listSelected(workspace.id, { type: "identity", identityId: identity.id }, everything),
    "keys.listSelected of an identity after": () =>
      keys.listSelected(
        workspace.id,
        { type: "identity", identityId: identity.id, enabled: true },
        { limit: 10, after: "key" },
      ),
    "keys.count": () => keys.count(workspace.id),
    "keys.countUnexpired": () => keys.countUnexpired(workspace.id, time),
    "permissions.find": () => permissions.find(workspace.id, permission.id),
    "permissions.findBySlug": () => permissions.findBySlug(workspace.id, permission.slug),
    "permissions.listNamed": () => permissions.listNamed(workspace.id, [permission.id, permission.slug]),
    "permissions.listNamed by id": () => permissions.listNamed(workspace.id, [permission.id]),
    "permissions.listNamed by slug": () => permissions.listNamed(workspace.id, [permission.slug]),
    "permissions.list": () => permissions.list(workspace.id, everything),
    "permissions.list after": () => permissions.list(workspace.id, { ...everything, after: "perm" }),
    "roles.find": () => roles.find(workspace.id, role.id),
    "roles.findByName": () => roles.findByName(workspace.id, role.name),
    "roles.listNamed": () => roles.listNamed(workspace.id, [role.id, role.name]),
    "roles.listNamed by id": () => roles.listNamed(workspace.id, [role.id]),
    "roles.listNamed by name": () => roles.listNamed(workspace.id, [role.name]),
    "roles.list": () => roles.list(workspace.id, everything),
    "roles.list after": () => roles.list(workspace.id, { ...everything, after: "role" }),
    "roles.countPermissions": () => roles.countPermissions(workspace.id, [role.id, role.name]),
    "roles.countPermissionsUpTo": () => roles.countPermissionsUpTo(workspace.id, 10),
    "roles.countPermissionsByRole": () => roles.countPermissionsByRole([role.id, "other"]),
    "roles.countHoldersUpTo": () => roles.countHoldersUpTo(role.id, 10),
    "roles.listHoldersWithMore": () => roles.listHoldersWithMore(role.id, 5, 10),
    "roles.listHoldings": () => roles.listHoldings([key.id, "other"]),
    "roles.listPermissionIdsBeside": () => roles.listPermissionIdsBeside(key.id, role.id),
    "namespaces.find": () => namespaces.find(workspace.id, namespace.id),
    "namespaces.findByName": () => namespaces.findByName(workspace.id, namespace.name),
    "namespaces.findDeleted": () => namespaces.findDeleted(workspace.id, namespace.name),
    "namespaces.list": () => namespaces.list(workspace.id, everything),
    "namespaces.list after": () => namespaces.list(workspace.id, { ...everything, after: "rlns" }),
    "overrides.find": () => overrides.find(namespace.id, override.identifier),
    "overrides.list": () => overrides.list(namespace.id, everything),
    "overrides.list after": () => overrides.list(namespace.id, { ...everything, after: "rlor" }),
    "overrides.listPatterns": () => overrides.listPatterns(namespace.id),
    "overrides.listEqual": () => overrides.listEqual(namespace.id, [override.identifier, "two"]),
    "overrides.matcherFor": async () =>
      (await overrides.matcherFor(namespace.id, [override.identifier, "two"])).find(override.identifier),
    "overrides.count": () => overrides.count(namespace.id),
    "overrides.countPatterns": () => overrides.countPatterns(namespace.id),
    "migrations.find": () => migrations.find(workspace.id, migration.id),
    "migrations.list": () => migrations.list(workspace.id, everything),
  }
}

/** The names can be listed without a store, because a read uses the store only when it runs. */
/** Keys that match a filter: counted, walked and sorted. Each reads short ranges of an index. */
function matchReads({ keys }: Store, { workspace, api, role }: Family) {
  const range = { after: "key", upTo: "l" }
  const sorted = (sort: KeySort) => () =>
    keys.listSorted(workspace.id, everyKey, { sort, isDescending: false, after: undefined, limit: 10, now: time })
  return {
    "keys.summarizeMatching": () => keys.summarizeMatching(workspace.id, everyKey, { ...range, atMost: 10 }),
    "keys.summarizeMatching of an API": () =>
      keys.summarizeMatching(workspace.id, { ...everyKey, apiId: api.id, search: "a" }, { atMost: 10 }),
    "keys.listMatching": () => keys.listMatching(workspace.id, { ...everyKey, search: "a" }, { ...range, limit: 10 }),
    "keys.listMatching of a role": () =>
      keys.listMatching(workspace.id, { ...everyKey, roleId: role.id }, { ...range, limit: 10 }),
    "keys.listSorted by name": sorted("name"),
    "keys.listSorted by expiry": sorted("expires"),
    "keys.listSorted by last use": sorted("lastUsed"),
    "keys.listSorted by credits": sorted("credits"),
  }
}

export const readNames: readonly string[] = Object.keys(everyRead({} as Store, {} as Family))

function changesOf(workspaceId: string) {
  return { workspaceId, types: ["key.updated"] as const, requestId: "req_1", since: 0, before: 2 ** 40, limit: 20 }
}
