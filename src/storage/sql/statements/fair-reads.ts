import type { FairQueue } from "../../fair-queue.ts"
import type { Reads } from "../../port/store.ts"
import type { UsageListQuery, UsageQuery, UsageReads } from "../../port/usage.ts"

/** Number of lists that one workspace may run at the same time. */
export const listsPerWorkspace = 2

/** The lane for lists that span all workspaces. */
const operatorLane = "operator"

/** Keeps one workspace from occupying all connections with its lists. */
export function fairReads<Given extends Reads>(reads: Given, queue: FairQueue): Given {
  const inTurn = async <T>(lane: string, list: () => Promise<T>): Promise<T> => {
    const leave = await queue.enter(lane)
    return list().finally(leave)
  }
  const fair = ([name, collection]: readonly [string, unknown]) => {
    if (!isListedByWorkspace(collection)) return [name, collection]
    const list: WorkspaceList = (workspaceId, query) => inTurn(workspaceId, () => collection.list(workspaceId, query))
    return [name, { ...collection, list }]
  }
  const { workspaces, users, overrides, events } = reads
  return {
    ...(Object.fromEntries(Object.entries(reads).map(fair)) as Given),
    // Lists of overrides need no queue, because an index makes them short.
    overrides,
    users: { ...users, list: (query) => inTurn(operatorLane, () => users.list(query)) },
    workspaces: { ...workspaces, list: (query) => inTurn(operatorLane, () => workspaces.list(query)) },
    events: {
      ...events,
      list: (filter) => inTurn(filter.workspaceId ?? operatorLane, () => events.list(filter)),
    },
  }
}

/** The same for usage, which may read a row of every key and tag set. A workspace reads its usage one query at a time. */
export function fairUsage<Given extends Pick<UsageReads, "read" | "list">>(usage: Given, queue: FairQueue): Given {
  const inTurn = async <T>({ workspaceId }: { readonly workspaceId: string }, read: () => Promise<T>): Promise<T> => {
    const leave = await queue.enter(workspaceId)
    return read().finally(leave)
  }
  return {
    ...usage,
    read: (query: UsageQuery) => inTurn(query, () => usage.read(query)),
    list: (query: UsageListQuery) => inTurn(query, () => usage.list(query)),
  }
}

type WorkspaceList = (workspaceId: string, query: unknown) => Promise<unknown>

/** Most collections list by workspace; the exceptions are handled above. */
function isListedByWorkspace(collection: unknown): collection is { readonly list: WorkspaceList } {
  return typeof collection === "object" && collection !== null && "list" in collection
}
