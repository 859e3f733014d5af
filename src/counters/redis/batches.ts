/** What a batch holds and how it is sent. */
interface BatchOptions<Item, Result> {
  /** An item that alone is heavier makes a batch of its own. */
  readonly heaviest: number
  weigh(item: Item): number
  /** One result per item, in order. */
  send(items: readonly Item[]): Promise<readonly Result[]>
}

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Sends the items that come in one turn of the event loop together, in order. If none is in flight, the first is sent at
 * once, so that an item that comes alone waits for no turn.
 */
export function createBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let inFlight = 0
  const send = (batch: readonly Waiting<Item, Result>[]) => {
    inFlight += 1
    // A caller may send its next item as soon as it has its result, so the batch ends first.
    options.send(batch.map(({ item }) => item)).then(
      (results) => {
        inFlight -= 1
        succeed(batch, results)
      },
      (error) => {
        inFlight -= 1
        fail(batch, error)
      },
    )
  }
  const flush = () => {
    const batches = split(waiting, options)
    waiting = []
    for (const batch of batches) send(batch)
  }
  return (item) =>
    new Promise((resolve, reject) => {
      const one = { item, resolve, reject }
      if (inFlight === 0) return send([one])
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(one)
    })
}

function succeed<Item, Result>(batch: readonly Waiting<Item, Result>[], results: readonly Result[]): void {
  if (results.length !== batch.length) {
    fail(batch, new Error(`There are ${results.length} results of ${batch.length} items.`))
    return
  }
  for (const [index, result] of results.entries()) batch[index]?.resolve(result)
}

function fail<Item>(batch: readonly Waiting<Item, never>[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

function split<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  { weigh, heaviest }: BatchOptions<Item, Result>,
): readonly (readonly Waiting<Item, Result>[])[] {
  const batches: Waiting<Item, Result>[][] = []
  let weight = heaviest
  for (const one of waiting) {
    weight += weigh(one.item)
    if (weight > heaviest) {
      batches.push([])
      weight = weigh(one.item)
    }
    batches.at(-1)?.push(one)
  }
  return batches
}
