import type { EnteredNode, Nodes } from "../storage/port/nodes.ts"
import { driftMs, type Lease, leaseMs } from "./lease.ts"

/** Waits until no node answers from before a change any more. */
export interface Settling {
  /** A node has told how far it is. */
  heard(nodeId: string, sequence: number): void
  /** What was heard so far counts no more: where a database was restored, its numbers begin again. */
  forget(): void
  /**
   * Resolves when every node that may answer from memory, this one included, knows of all that was committed before the
   * call, or has no lease from before it any more; says how long that took, in milliseconds.
   */
  settle(): Promise<number>
}

interface Parts {
  readonly nodes: Pick<Nodes, "id" | "look">
  readonly lease: Pick<Lease, "holds">
  clock(): number
}

/** A lease holds for so long at most, and a later one only where all that came before it was heard. */
const patienceMs = leaseMs + driftMs

/** How often the entries are looked at while acknowledgements do not come. */
const lookAgainMs = 50

export function createSettling({ nodes, lease, clock }: Parts): Settling {
  const applied = new Map<string, number>()
  const waiting = new Set<() => void>()

  const isBehind = ({ id, appliedSequence }: EnteredNode, sequence: number): boolean => {
    if (id === nodes.id && !lease.holds()) return false
    return Math.max(appliedSequence, applied.get(id) ?? 0) < sequence
  }

  /** True as soon as none of them is behind, false if that takes too long. */
  const hasReached = (entered: readonly EnteredNode[], sequence: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const check = () => {
      if (!entered.some((node) => isBehind(node, sequence))) resolve(true)
    }
    const timer = setTimeout(() => resolve(false), lookAgainMs)
    waiting.add(check)
    check()
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(check)
    })
  }

  const lookAndWait = async (isOver: () => boolean): Promise<void> => {
    let sequence: number | undefined
    while (!isOver()) {
      const standing = await nodes.look().catch(() => undefined)
      sequence ??= standing?.latestSequence
      if (standing === undefined || sequence === undefined) await Bun.sleep(lookAgainMs)
      else if (await hasReached(standing.entered, sequence)) return
    }
  }

  return {
    heard(nodeId, sequence) {
      if (sequence <= (applied.get(nodeId) ?? 0)) return
      applied.set(nodeId, sequence)
      for (const check of waiting) check()
    },

    forget: () => applied.clear(),

    async settle() {
      const startedAt = clock()
      const { promise: timeIsUp, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      await Promise.race([lookAndWait(() => clock() - startedAt >= patienceMs), timeIsUp])
      clearTimeout(timer)
      return clock() - startedAt
    },
  }
}
