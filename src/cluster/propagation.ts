import type { NodeEntry, Nodes } from "../storage/port/nodes.ts"
import type { Propagated } from "../storage/port/propagation.ts"
import { driftMs, type Lease, leaseMs } from "./lease.ts"
import { sharedRead } from "./shared-read.ts"
import type { VerifierDrops } from "./verifier-drops.ts"

/** Waits until a change has reached every node. */
export interface Propagation {
  /** A node reported the last change that it applied. */
  noteApplied(nodeId: string, sequence: number): void
  /** Forgets all reports: a restored database numbers its changes again from an earlier one. */
  forget(): void
  /**
   * Resolves when every node, this one included, has applied all changes committed before the call, or has lost its lease. If this
   * node has none, its verifiers have forgotten everything.
   */
  waitUntilPropagated(): Promise<Propagated>
}

interface PropagationOptions {
  readonly nodes: Pick<Nodes, "id" | "readMembership">
  readonly lease: Pick<Lease, "holds">
  /** Of the verifiers of this node. */
  readonly drops: Pick<VerifierDrops, "latest" | "settled" | "onSettled" | "invalidateAll">
  clock(): number
}

/** An old lease ends within this time, and a node gets a new one only after it has applied every earlier change. */
const patienceMs = leaseMs + driftMs

/** How often the node entries are read while acknowledgements are missing. */
const readAgainMs = 50

export function createPropagation({ nodes, lease, drops, clock }: PropagationOptions): Propagation {
  const applied = new Map<string, number>()
  const waiting = new Set<() => void>()
  const checkAll = () => {
    for (const check of waiting) check()
  }
  /** Without a lease, this node reads from the database, but its verifiers may still use what is left of theirs. */
  const haveVerifiersForgotten = () => {
    drops.invalidateAll()
    return drops.settled >= drops.latest
  }
  const isBehind = ({ id, appliedSequence }: NodeEntry, sequence: number): boolean => {
    if (id === nodes.id && !lease.holds()) return !haveVerifiersForgotten()
    return Math.max(appliedSequence, applied.get(id) ?? 0) < sequence
  }
  drops.onSettled(checkAll)

  /** True as soon as no node is behind, false after a short wait. */
  const hasReached = (entered: readonly NodeEntry[], sequence: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const check = () => {
      if (!entered.some((node) => isBehind(node, sequence))) resolve(true)
    }
    const timer = setTimeout(() => resolve(false), readAgainMs)
    waiting.add(check)
    check()
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(check)
    })
  }

  /** Callers that share a read wait for the same change, so they also share the wait. */
  const readMembership = sharedRead(async () => {
    const { entered, latestSequence } = await nodes.readMembership()
    return { entered, latestSequence, reached: hasReached(entered, latestSequence) }
  })

  /** Returns the number of nodes, unless the time is over before all have applied the changes. */
  const readAndWait = async (isOver: () => boolean): Promise<number | undefined> => {
    let sequence: number | undefined
    while (!isOver()) {
      const membership = await readMembership().catch(() => undefined)
      if (membership === undefined) {
        await Bun.sleep(readAgainMs)
        continue
      }
      const { entered, latestSequence, reached } = membership
      if (await (sequence === undefined ? reached : hasReached(entered, sequence))) return entered.length
      sequence ??= latestSequence
    }
    return undefined
  }

  return {
    noteApplied(nodeId, sequence) {
      if (sequence <= (applied.get(nodeId) ?? 0)) return
      applied.set(nodeId, sequence)
      checkAll()
    },

    forget: () => applied.clear(),

    async waitUntilPropagated() {
      const startedAt = clock()
      const { promise: timeIsUp, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => resolve(undefined), patienceMs)
      const nodes = await Promise.race([readAndWait(() => clock() - startedAt >= patienceMs), timeIsUp])
      clearTimeout(timer)
      return { durationMs: clock() - startedAt, nodes }
    },
  }
}
