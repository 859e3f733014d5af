import { pauseShortly } from "../../core/pauses.ts"

/**
 * Returns a function that each caller awaits before its response. After so many callers other requests run, because writing
 * the responses of a whole group takes longer than a pause.
 */
export function createPace(perTick: number): () => Promise<void> {
  let inTick = 0
  let tick = Promise.resolve()
  return () => {
    if (inTick === perTick) {
      inTick = 0
      tick = tick.then(pauseShortly)
    }
    inTick += 1
    return tick
  }
}
