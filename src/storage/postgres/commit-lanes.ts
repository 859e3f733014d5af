/** Transactions of one lane run one after another, so lane and number identify a commit. */
export interface Lane {
  readonly name: string
  /** Number of attempted commits. */
  commits: number
  /** A commit may still be running. */
  isInDoubt: boolean
}

export interface Lanes {
  enter(): Lane
  leave(lane: Lane): void
}

/** Creates as many lanes as transactions run at once, and reuses free ones. */
export function createLanes(): Lanes {
  const free: Lane[] = []
  return {
    enter: () => free.pop() ?? { name: crypto.randomUUID(), commits: 0, isInDoubt: false },
    leave(lane) {
      if (!lane.isInDoubt) free.push(lane)
    },
  }
}
