/** What transactions go through one after the other; it tells each of its commits from all others there ever were. */
export interface Lane {
  readonly name: string
  /** How many have been tried. */
  commits: number
  /** One of them may still be under way somewhere. */
  isInDoubt: boolean
}

export interface Lanes {
  enter(): Lane
  leave(lane: Lane): void
}

/** As many as there are transactions at a time, each used again when it is free. */
export function createLanes(): Lanes {
  const free: Lane[] = []
  return {
    enter: () => free.pop() ?? { name: crypto.randomUUID(), commits: 0, isInDoubt: false },
    leave(lane) {
      if (!lane.isInDoubt) free.push(lane)
    },
  }
}
