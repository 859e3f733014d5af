/** Work that is done in groups, one after the other. */
export interface Gathering<Item> {
  add(item: Item): void
  /** Before everything that waits. */
  addFirst(items: readonly Item[]): void
  /** What waits and fits the description, in its order; it waits no longer. */
  takeOut(fits: (item: Item) => boolean): readonly Item[]
}

interface GatheringOptions<Item> {
  readonly largestGroup: number
  /** Must not throw. */
  work(group: readonly Item[]): Promise<void>
  /** Nothing is at work any more and nothing waits. */
  onIdle?(): void
}

/** While one group is at work the next one gathers: the more there is to do, the more of it shares one effort. */
export function gather<Item>({ largestGroup, work, onIdle }: GatheringOptions<Item>): Gathering<Item> {
  let waiting: Item[] = []
  let isWorking = false

  const workOff = async () => {
    while (waiting.length > 0) await work(waiting.splice(0, largestGroup))
    isWorking = false
    onIdle?.()
  }
  const begin = () => {
    if (isWorking) return
    isWorking = true
    // Sockets are read twice before the first group: what arrives with its first item joins it, and a client that hangs up
    // right after sending is noticed.
    setImmediate(() => setImmediate(workOff))
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
    takeOut(fits) {
      const taken = waiting.filter(fits)
      waiting = waiting.filter((item) => !fits(item))
      return taken
    },
  }
}
