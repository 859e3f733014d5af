/** Processes items in groups, one group after another. */
export interface GroupCommit<Item> {
  add(item: Item): void
  /** Puts the items before all waiting ones. */
  addFirst(items: readonly Item[]): void
  /** Removes and returns the matching waiting items, in order. */
  removeMatching(matches: (item: Item) => boolean): readonly Item[]
}

interface GroupCommitOptions<Item> {
  readonly maxGroupSize: number
  /** Must not throw. */
  work(group: readonly Item[]): Promise<void>
  /** Called when no group runs and no item waits. */
  onIdle?(): void
}

/** The next group fills while one group runs, so under load more items share one commit. */
export function createGroupCommit<Item>({ maxGroupSize, work, onIdle }: GroupCommitOptions<Item>): GroupCommit<Item> {
  let waiting: Item[] = []
  let isWorking = false

  const processAll = async () => {
    while (waiting.length > 0) await work(waiting.splice(0, maxGroupSize))
    isWorking = false
    onIdle?.()
  }
  const begin = () => {
    if (isWorking) return
    isWorking = true
    // Waits for two socket reads, so that simultaneous items join the first group and disconnects are noticed.
    setImmediate(() => setImmediate(processAll))
  }

  return {
    add(item) {
      waiting.push(item)
      begin()
    },
    addFirst(items) {
      waiting.unshift(...items)
      begin()
    },
    removeMatching(matches) {
      const taken = waiting.filter(matches)
      waiting = waiting.filter((item) => !matches(item))
      return taken
    },
  }
}
