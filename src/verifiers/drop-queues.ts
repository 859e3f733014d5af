import type { Concerned } from "../storage/port/propagation.ts"
import type { Unsettled } from "./drops.ts"

/**
 * Drops in the order of their numbers, and how many verifiers each still waits for. Each workspace has a queue of its own, so that
 * no change waits for verifiers of another workspace.
 */
export interface DropQueues {
  /** Number of the last drop. */
  readonly latest: number
  /** Begins the next drop. It is settled when `settle` was called as often as `wait`, and not before `seal`. */
  begin(workspaceId: string): OpenDrop
  /** Numbers of the oldest drops that are not settled. */
  unsettled(): Unsettled
  /** Resolves when every drop so far of these workspaces is settled; undefined if they are. */
  whenSettled(workspaces: Concerned): Promise<void> | undefined
}

export interface OpenDrop {
  readonly number: number
  /** One more verifier must settle it. */
  wait(): void
  settle(): void
  /** No more verifiers follow. */
  seal(): void
}

/** Unsettled drops, oldest first, and who waits for them. */
interface Queue {
  readonly open: { readonly number: number; waiting: number }[]
  waiters: Waiter[]
}

interface Waiter {
  readonly upTo: number
  resolve(): void
}

export function createDropQueues(onSettled: () => void): DropQueues {
  let latest = 0
  /** Without those that are empty. */
  const queues = new Map<string, Queue>()

  const advance = (workspaceId: string, queue: Queue) => {
    const { open, waiters } = queue
    const before = open[0]
    while (open[0]?.waiting === 0) open.shift()
    const oldest = open[0]
    if (oldest === before) return
    if (oldest === undefined) queues.delete(workspaceId)
    const isReady = ({ upTo }: Waiter) => oldest === undefined || upTo < oldest.number
    queue.waiters = waiters.filter((waiter) => !isReady(waiter))
    for (const { resolve } of waiters.filter(isReady)) resolve()
    onSettled()
  }
  const whenEmpty = (queue: Queue): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.waiters.push({ upTo: latest, resolve })
    return promise
  }

  return {
    get latest() {
      return latest
    },
    begin(workspaceId) {
      latest += 1
      const queue = queues.get(workspaceId) ?? { open: [], waiters: [] }
      queues.set(workspaceId, queue)
      // Waits for itself until it is sealed.
      const drop = { number: latest, waiting: 1 }
      queue.open.push(drop)
      const settle = () => {
        drop.waiting -= 1
        if (drop.waiting === 0) advance(workspaceId, queue)
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
    unsettled() {
      const numbers = new Map<string, number>()
      for (const [workspaceId, { open }] of queues) {
        if (open[0] !== undefined) numbers.set(workspaceId, open[0].number)
      }
      return numbers
    },
    whenSettled(workspaces) {
      const concerned = workspaces === "all" ? [...queues.keys()] : [...workspaces]
      const waiting = concerned.flatMap((id) => queues.get(id) ?? []).map(whenEmpty)
      return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => {})
    },
  }
}
