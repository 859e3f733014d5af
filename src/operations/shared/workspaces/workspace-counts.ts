import { monthOf } from "../../../core/usage-period.ts"
import type { ObjectCounts } from "../../../storage/port/workspaces.ts"
import type { ContextWith } from "../../context.ts"
import { rememberedCounts } from "../remembered-counts.ts"

interface WorkspaceCounts extends Omit<ObjectCounts, "keysByApi"> {
  readonly keysByApi: readonly { readonly apiId: string; readonly keys: number }[]
  readonly verificationsThisMonth: number
}

const maximumApis = 1_000

export const workspaceCounts = rememberedCounts(
  countAll,
  ({ keys, identities, apis }: WorkspaceCounts) => keys + identities + apis,
)

async function countAll({
  store,
  workspace,
  now,
}: ContextWith<"store" | "workspace" | "now">): Promise<WorkspaceCounts> {
  const { keysByApi, ...objects } = await store.workspaces.countObjects(workspace.id)
  const largest = [...keysByApi].sort(([, one], [, other]) => other - one).slice(0, maximumApis)
  return {
    ...objects,
    keysByApi: largest.map(([apiId, keys]) => ({ apiId, keys })),
    verificationsThisMonth: await store.usage.verificationsIn(workspace.id, monthOf(now)),
  }
}
