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

/** Sends the items that come in one turn of the event loop together, in order. */
export function createBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  const flush = () => {
    const batches = split(waiting, options)
    waiting = []
    for (const batch of batches) void deliver(batch, options)
  }
  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ item, resolve, reject })
    })
}

async function deliver<Item, Result>(batch: readonly Waiting<Item, Result>[], { send }: BatchOptions<Item, Result>) {
  try {
    const results = await send(batch.map(({ item }) => item))
    if (results.length !== batch.length)
      throw new Error(`There are ${results.length} results of ${batch.length} items.`)
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
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
