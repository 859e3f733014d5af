import type { Propagating, Store } from "./port/store.ts"
import { StorageUnavailable } from "./port/unavailable.ts"

/**
 * A store that gives back the outcome of a transaction only when every node knows of it. Whoever can report a change has
 * it from here, so no response can report one too early: neither a success nor a refusal, and of no kind of operation.
 */
export function propagatingStore(store: Store): Store {
  const propagate = async ({ onPropagated }: Propagating) => {
    const durationMs = await store.waitUntilPropagated()
    onPropagated?.(durationMs)
  }
  return {
    ...store,

    async transaction(scope, work) {
      const transacting = store.transaction(scope, work)
      const failure = await transacting.then(
        () => undefined,
        (error: unknown) => error,
      )
      // A refusal may be due to a change that somebody else has just committed; an unavailable store shows none.
      if (!(failure instanceof StorageUnavailable)) await propagate(scope)
      return transacting
    },

    idempotency: {
      ...store.idempotency,
      async claim(key, request) {
        const state = await store.idempotency.claim(key, request)
        if (state.type === "kept") await propagate(request)
        return state
      },
    },
  }
}
