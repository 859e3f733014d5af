import { StorageUnavailable } from "../unavailable.ts"

/** Those who want a connection for themselves, one after the other. */
export interface Line {
  /** Waits for its turn, but not for ever; the turn lasts until the function that it gives is called. */
  enter(): Promise<() => void>
}

/** Without an end to waiting, each of many would wait as long as all before it together when the disk stands still. */
export function createLine(patienceMs: number): Line {
  const waiting = new Set<() => void>()
  let isTaken = false

  const leave = () => {
    const [next] = waiting
    if (next === undefined) isTaken = false
    else next()
  }

  return {
    enter() {
      if (!isTaken) {
        isTaken = true
        return Promise.resolve(leave)
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const proceed = () => {
        clearTimeout(timer)
        waiting.delete(proceed)
        resolve(leave)
      }
      const giveUp = () => {
        waiting.delete(proceed)
        reject(new StorageUnavailable(new Error(`others have been writing for ${patienceMs} ms`)))
      }
      const timer = setTimeout(giveUp, patienceMs)
      waiting.add(proceed)
      return promise
    },
  }
}
