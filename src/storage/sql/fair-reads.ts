import type { FairQueue } from "../fair-queue.ts"
import type { Reads } from "../port/store.ts"

/** Lists of a workspace that run at the same time; the others of it wait, and those of other workspaces do not. */
export const listsPerWorkspace = 2

/** The lane of who lists what belongs to no single workspace. */
const operatorLane = "operator"

/** Reads in which no workspace can occupy all connections or fill the line before one of them. */
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
  const { workspaces, overrides, events } = reads
  return {
    ...(Object.fromEntries(Object.entries(reads).map(fair)) as Given),
    // An index leads to the overrides of a namespace, so that their list is short.
    overrides,
    workspaces: { ...workspaces, list: (query) => inTurn(operatorLane, () => workspaces.list(query)) },
    events: {
      ...events,
      list: (filter) => inTurn(filter.workspaceId ?? operatorLane, () => events.list(filter)),
    },
  }
}

type WorkspaceList = (workspaceId: string, query: unknown) => Promise<unknown>

/** Most collections are; the others have their own rule above. */
function isListedByWorkspace(collection: unknown): collection is { readonly list: WorkspaceList } {
  return typeof collection === "object" && collection !== null && "list" in collection
}
