import { createApi } from "./apis.createApi.ts"
import { listEvents } from "./events.listEvents.ts"
import type { Operation } from "./operation.ts"
import { createRootKey } from "./rootKeys.createRootKey.ts"
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
  listEvents,
  createRootKey,
  createWorkspace,
  deleteWorkspace,
  disableWorkspace,
  enableWorkspace,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
]
