import type { StaleIds } from "./port/nodes.ts"

/** Rings after every commit with events, so that readers of the log need not poll it. */
export interface ChangeBell<Ids extends StaleIds> {
  /** The ids that the change has made stale. */
  ring(ids: Ids): void
  onRing(listener: (ids: Ids) => void): void
}

export function createChangeBell<Ids extends StaleIds>(): ChangeBell<Ids> {
  let listen: (ids: Ids) => void = () => {}
  return {
    ring: (ids) => listen(ids),
    onRing(listener) {
      listen = listener
    },
  }
}

interface Memory {
  invalidate(ids: readonly string[]): void
  invalidateAll(): void
}

/** Rings for the changes of all nodes, which reach the memory of this one. */
export function ringingMemory(memory: Memory, bell: ChangeBell<StaleIds>): Memory {
  return {
    invalidate(ids) {
      memory.invalidate(ids)
      bell.ring(ids)
    },
    invalidateAll() {
      memory.invalidateAll()
      bell.ring("all")
    },
  }
}
