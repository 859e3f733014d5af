import { createApi } from "./apis.createApi.ts"
import { deleteApi } from "./apis.deleteApi.ts"
import { getApi } from "./apis.getApi.ts"
import { listApis } from "./apis.listApis.ts"
import { updateApi } from "./apis.updateApi.ts"
import { listEvents } from "./events.listEvents.ts"
import { createIdentity } from "./identities.createIdentity.ts"
import { deleteIdentity } from "./identities.deleteIdentity.ts"
import { getIdentity } from "./identities.getIdentity.ts"
import { listIdentities } from "./identities.listIdentities.ts"
import { updateIdentity } from "./identities.updateIdentity.ts"
import { verifyKey } from "./keys.verifyKey.ts"
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
import { createRootKey } from "./rootKeys.createRootKey.ts"
import { deleteRootKey } from "./rootKeys.deleteRootKey.ts"
import { getRootKey } from "./rootKeys.getRootKey.ts"
import { listRootKeys } from "./rootKeys.listRootKeys.ts"
import { rerollRootKey } from "./rootKeys.rerollRootKey.ts"
import { updateRootKey } from "./rootKeys.updateRootKey.ts"
import { createWorkspace } from "./workspaces.createWorkspace.ts"
import { deleteWorkspace } from "./workspaces.deleteWorkspace.ts"
import { disableWorkspace } from "./workspaces.disableWorkspace.ts"
import { enableWorkspace } from "./workspaces.enableWorkspace.ts"
import { getWorkspace } from "./workspaces.getWorkspace.ts"
import { listWorkspaces } from "./workspaces.listWorkspaces.ts"
import { updateWorkspace } from "./workspaces.updateWorkspace.ts"

/** Every operation of the service, sorted by name: this list is the API. */
export const operations: readonly Operation[] = [
  createApi,
  deleteApi,
  getApi,
  listApis,
  updateApi,
  listEvents,
  createIdentity,
  deleteIdentity,
  getIdentity,
  listIdentities,
  updateIdentity,
  verifyKey,
  createPermission,
  createRole,
  deletePermission,
  deleteRole,
  getPermission,
  getRole,
  listPermissions,
  listRoles,
  setRolePermissions,
  createRootKey,
  deleteRootKey,
  getRootKey,
  listRootKeys,
  rerollRootKey,
  updateRootKey,
  createWorkspace,
  deleteWorkspace,
  disableWorkspace,
  enableWorkspace,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
]
