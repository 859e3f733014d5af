/** Drops in the order of their numbers, and how many verifiers each still waits for. */
export interface DropQueue {
  /** Number of the last drop. */
  readonly latest: number
  /** Every drop up to this number is settled: acknowledged, or the leases before it are over. */
  readonly settled: number
  /** Begins the next drop. It is settled when `settle` was called as often as `wait`, and not before `open` is over. */
  begin(): OpenDrop
  /** Resolves when every drop so far is settled; undefined if they are. */
  whenSettled(): Promise<void> | undefined
}

export interface OpenDrop {
  readonly number: number
  /** One more verifier must settle it. */
  wait(): void
  settle(): void
  /** No more verifiers follow. */
  seal(): void
}

interface Waiter {
  readonly upTo: number
  resolve(): void
}

export function createDropQueue(onSettled: () => void): DropQueue {
  let latest = 0
  /** Unsettled ones, oldest first. */
  const open: { readonly number: number; waiting: number }[] = []
  let waiters: Waiter[] = []
  const settledUpTo = () => (open[0] === undefined ? latest : open[0].number - 1)

  const advance = () => {
    const before = settledUpTo()
    while (open[0]?.waiting === 0) open.shift()
    const settled = settledUpTo()
    if (settled === before) return
    const ready = waiters.filter(({ upTo }) => upTo <= settled)
    waiters = waiters.filter(({ upTo }) => upTo > settled)
    for (const { resolve } of ready) resolve()
    onSettled()
  }

  return {
    get latest() {
      return latest
    },
    get settled() {
      return settledUpTo()
    },
    begin() {
      latest += 1
      // Waits for itself until it is sealed.
      const drop = { number: latest, waiting: 1 }
      open.push(drop)
      const settle = () => {
        drop.waiting -= 1
        if (drop.waiting === 0) advance()
      }
      return {
        number: drop.number,
        wait() {
          drop.waiting += 1
        },
        settle,
        seal: settle,
      }
    },
    whenSettled() {
      if (open.length === 0) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      waiters.push({ upTo: latest, resolve })
      return promise
    },
  }
}
