import type { Concerned, Propagating } from "./port/propagation.ts"
import type { Store } from "./port/store.ts"
import { StorageUnavailable } from "./port/unavailable.ts"

/** Returns the result of a transaction only after it has reached every node, so no response reports a change too early. */
export function propagatingStore(store: Store): Store {
  const propagate = async ({ onPropagated }: Propagating, workspaces: Concerned) => {
    const propagated = await store.waitUntilPropagated(workspaces)
    onPropagated?.(propagated)
  }
  return {
    ...store,

    async transaction(scope, work) {
      const concerned = new Set(scope.workspaceId === undefined ? [] : [scope.workspaceId])
      const onConcerned = (workspaceId: string) => {
        concerned.add(workspaceId)
        scope.onConcerned?.(workspaceId)
      }
      let result: Awaited<ReturnType<typeof work>>
      try {
        result = await store.transaction({ ...scope, onConcerned }, work)
      } catch (error) {
        // A rejection may reveal a change that another request has just committed. An unavailable database reveals none.
        if (!(error instanceof StorageUnavailable)) await propagate(scope, [...concerned])
        throw error
      }
      await propagate(scope, [...concerned])
      return result
    },

    idempotency: {
      ...store.idempotency,
      async claim(key, request) {
        const state = await store.idempotency.claim(key, request)
        const { workspaceId } = request
        if (state.type === "kept") await propagate(request, workspaceId === undefined ? "all" : [workspaceId])
        return state
      },
    },
  }
}
