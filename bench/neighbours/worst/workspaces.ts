import { operatorKey } from "../../processes.ts"
import type { Scene } from "../scene.ts"
import { longName } from "../sizes.ts"
import type { WorstRequest, WorstRequests } from "../worst-request.ts"

const name = longName.slice(0, 256)

/** Operators are not tenants, but their requests about one tenant must not delay another either. */
function ofCrowd(body: (round: number) => object, before?: Before): WorstRequest {
  return {
    what: "the workspace of a crowd",
    async prepare(scene) {
      const { workspaceId } = await scene.sharedCrowd()
      return async (round) => {
        await before?.(scene, workspaceId)
        return { body: { workspaceId, ...body(round) }, key: operatorKey }
      }
    },
  }
}

type Before = (scene: Scene, workspaceId: string) => Promise<void>

async function disable({ call }: Scene, workspaceId: string): Promise<void> {
  await call("workspaces.disableWorkspace", { workspaceId, reason: "owner_request" }, operatorKey)
}

async function enable({ call }: Scene, workspaceId: string): Promise<void> {
  await call("workspaces.enableWorkspace", { workspaceId }, operatorKey)
}

export const worstOfWorkspaces: WorstRequests = {
  "workspaces.createWorkspace": [
    { what: "the longest name", prepare: async () => () => ({ body: { name }, key: operatorKey }) },
  ],
  "workspaces.getWorkspace": [ofCrowd(() => ({}))],
  "workspace.getLimits": [ofCrowd(() => ({}))],
  "workspace.getUsage": [ofCrowd(() => ({}))],
  "workspaces.listWorkspaces": [
    { what: "all there are", prepare: async () => () => ({ body: { search: "worst" }, key: operatorKey }) },
  ],
  "workspaces.updateWorkspace": [ofCrowd((round) => ({ name: `${round}${name}`.slice(0, 256) }))],
  "workspaces.disableWorkspace": [ofCrowd(() => ({ reason: "owner_request", note: longName }), enable)],
  "workspaces.enableWorkspace": [ofCrowd(() => ({ note: longName }), disable)],
  "workspaces.deleteWorkspace": [
    {
      what: "the workspace of a crowd",
      atMost: 1,
      async prepare(scene) {
        const { workspaceId } = await scene.createCrowd()
        await disable(scene, workspaceId)
        return () => ({ body: { workspaceId }, key: operatorKey })
      },
    },
  ],
}
