import { installationChain } from "./event-chain.ts"
import type { Workspace } from "./model.ts"
import { defaultNotices } from "./notice-settings.ts"

/** Stands for a workspace in calls about the events of the installation, which are those about users and sessions. */
const installation: Workspace = {
  ...{ id: installationChain, name: "", enabled: true, disabledReason: null, disabledNote: null, disabledAt: null },
  limits: {
    ...{ requestsPerMinute: null, keys: null, identities: null, verificationsPerMonth: null },
    onExceeded: "reject",
  },
  ...{ notices: defaultNotices, createdAt: 0, updatedAt: null },
}

interface Workspaces {
  find(id: string): Promise<Workspace | undefined>
}

/** The workspace whose events form a chain, or what stands for it. undefined if it was deleted, which ends its chain. */
export async function findChainOwner(workspaces: Workspaces, id: string): Promise<Workspace | undefined> {
  return id === installationChain ? installation : workspaces.find(id)
}
