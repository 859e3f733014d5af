import { createApi } from "./apis.createApi.ts"
import { deleteApi } from "./apis.deleteApi.ts"
import { getApi } from "./apis.getApi.ts"
import { listApis } from "./apis.listApis.ts"
import { listApiKeys } from "./apis.listKeys.ts"
import { updateApi } from "./apis.updateApi.ts"
import { listEvents } from "./events.listEvents.ts"
import { createIdentity } from "./identities.createIdentity.ts"
import { deleteIdentity } from "./identities.deleteIdentity.ts"
import { getIdentity } from "./identities.getIdentity.ts"
import { listIdentities } from "./identities.listIdentities.ts"
import { updateIdentity } from "./identities.updateIdentity.ts"
import { addPermissions } from "./keys.addPermissions.ts"
import { addRoles } from "./keys.addRoles.ts"
import { createKey } from "./keys.createKey.ts"
import { createMigration } from "./keys.createMigration.ts"
import { deleteKey } from "./keys.deleteKey.ts"
import { getKey } from "./keys.getKey.ts"
import { listKeys } from "./keys.listKeys.ts"
import { listMigrations } from "./keys.listMigrations.ts"
import { migrateKeys } from "./keys.migrateKeys.ts"
import { removePermissions } from "./keys.removePermissions.ts"
import { removeRoles } from "./keys.removeRoles.ts"
import { rerollKey } from "./keys.rerollKey.ts"
import { revokeSelf } from "./keys.revokeSelf.ts"
import { setPermissions } from "./keys.setPermissions.ts"
import { setRoles } from "./keys.setRoles.ts"
import { updateCredits } from "./keys.updateCredits.ts"
import { updateKey } from "./keys.updateKey.ts"
import { verifyKey } from "./keys.verifyKey.ts"
import { whoami } from "./keys.whoami.ts"
import type { Operation } from "./operation.ts"
import { createPermission } from "./permissions.createPermission.ts"
import { createRole } from "./permissions.createRole.ts"
import { deletePermission } from "./permissions.deletePermission.ts"
import { deleteRole } from "./permissions.deleteRole.ts"
import { getPermission } from "./permissions.getPermission.ts"
import { getRole } from "./permissions.getRole.ts"
import { listPermissions } from "./permissions.listPermissions.ts"
import { listRoles } from "./permissions.listRoles.ts"
import { setRolePermissions } from "./permissions.setRolePermissions.ts"
import { updatePermission } from "./permissions.updatePermission.ts"
import { updateRole } from "./permissions.updateRole.ts"
import { deleteNamespace } from "./ratelimit.deleteNamespace.ts"
import { deleteOverride } from "./ratelimit.deleteOverride.ts"
import { getOverride } from "./ratelimit.getOverride.ts"
import { limit } from "./ratelimit.limit.ts"
import { listNamespaces } from "./ratelimit.listNamespaces.ts"
import { listOverrides } from "./ratelimit.listOverrides.ts"
import { multiLimit } from "./ratelimit.multiLimit.ts"
import { setOverride } from "./ratelimit.setOverride.ts"
import { rootKeysCreateKey } from "./rootKeys.createKey.ts"
import { createRootKey } from "./rootKeys.createRootKey.ts"
import { rootKeysDeleteKey } from "./rootKeys.deleteKey.ts"
import { deleteRootKey } from "./rootKeys.deleteRootKey.ts"
import { getRootKey } from "./rootKeys.getRootKey.ts"
import { rootKeysListKeys } from "./rootKeys.listKeys.ts"
import { listRootKeys } from "./rootKeys.listRootKeys.ts"
import { rootKeysRerollKey } from "./rootKeys.rerollKey.ts"
import { rerollRootKey } from "./rootKeys.rerollRootKey.ts"
import { rootKeysUpdateKey } from "./rootKeys.updateKey.ts"
import { updateRootKey } from "./rootKeys.updateRootKey.ts"
import { getLimits } from "./workspace.getLimits.ts"
import { getUsage } from "./workspace.getUsage.ts"
import { createWorkspace } from "./workspaces.createWorkspace.ts"
import { deleteWorkspace } from "./workspaces.deleteWorkspace.ts"
import { disableWorkspace } from "./workspaces.disableWorkspace.ts"
import { enableWorkspace } from "./workspaces.enableWorkspace.ts"
import { getWorkspace } from "./workspaces.getWorkspace.ts"
import { listWorkspaces } from "./workspaces.listWorkspaces.ts"
import { updateWorkspace } from "./workspaces.updateWorkspace.ts"

/** All operations of the API, sorted by name. Routes, OpenAPI document and CLI are generated from this list. */
export const operations: readonly Operation[] = [
  createApi,
  deleteApi,
  getApi,
  listApis,
  listApiKeys,
  updateApi,
  listEvents,
  createIdentity,
  deleteIdentity,
  getIdentity,
  listIdentities,
  updateIdentity,
  addPermissions,
  addRoles,
  createKey,
  createMigration,
  deleteKey,
  getKey,
  listKeys,
  listMigrations,
  migrateKeys,
  removePermissions,
  removeRoles,
  rerollKey,
  revokeSelf,
  setPermissions,
  setRoles,
  updateCredits,
  updateKey,
  verifyKey,
  whoami,
  createPermission,
  createRole,
  deletePermission,
  deleteRole,
  getPermission,
  getRole,
  listPermissions,
  listRoles,
  setRolePermissions,
  updatePermission,
  updateRole,
  deleteNamespace,
  deleteOverride,
  getOverride,
  limit,
  listNamespaces,
  listOverrides,
  multiLimit,
  setOverride,
  rootKeysCreateKey,
  createRootKey,
  rootKeysDeleteKey,
  deleteRootKey,
  getRootKey,
  rootKeysListKeys,
  listRootKeys,
  rootKeysRerollKey,
  rerollRootKey,
  rootKeysUpdateKey,
  updateRootKey,
  getLimits,
  getUsage,
  createWorkspace,
  deleteWorkspace,
  disableWorkspace,
  enableWorkspace,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
]
