import { monthOf } from "../../../core/usage-period.ts"
import type { Store } from "../../../storage/port/store.ts"
import type { ObjectCounts } from "../../../storage/port/workspaces.ts"
import type { ContextWith } from "../../context.ts"

interface WorkspaceCounts extends Omit<ObjectCounts, "keysByApi"> {
  readonly keysByApi: readonly { readonly apiId: string; readonly keys: number }[]
  readonly verificationsThisMonth: number
}

interface KnownCounts {
  readonly countedAt: number
  readonly counts: Promise<WorkspaceCounts>
  /** Known as soon as they are counted. */
  isCheap?: boolean
}

const freshMs = 60_000
/** A small workspace is counted again after a second, so that a new one does not seem empty for a minute. */
const cheapObjects = 1_000
const cheapFreshMs = 1_000
const maximum = 1_000
const maximumApis = 1_000

const knownByStore = new WeakMap<Store, Map<string, KnownCounts>>()

/** At most a minute old, because counting reads every key of the workspace. */
export async function workspaceCounts({
  store,
  workspace,
  now,
}: ContextWith<"store" | "workspace" | "now">): Promise<WorkspaceCounts> {
  const known = knownByStore.get(store) ?? new Map<string, KnownCounts>()
  knownByStore.set(store, known)
  const last = known.get(workspace.id)
  if (last !== undefined && Math.abs(now - last.countedAt) < (last.isCheap ? cheapFreshMs : freshMs)) return last.counts
  const entry: KnownCounts = { countedAt: now, counts: countAll({ store, workspace, now }) }
  if (known.size >= maximum) known.clear()
  known.set(workspace.id, entry)
  entry.counts.then(
    ({ keys, identities, apis }) => {
      entry.isCheap = keys + identities + apis < cheapObjects
    },
    // A failed count is not remembered.
    () => known.delete(workspace.id),
  )
  return entry.counts
}

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
