import type { NodeEntry, Nodes, Progress } from "../storage/port/nodes.ts"
import type { Concerned, Propagated } from "../storage/port/propagation.ts"
import type { VerifierDrops } from "../verifiers/drops.ts"
import { driftMs, type Lease, leaseMs } from "./lease.ts"
import { sharedRead } from "./shared-read.ts"

/** Waits until a change has reached every node. */
export interface Propagation {
  /** A node reported how far it has applied changes. */
  noteApplied(nodeId: string, progress: Progress): void
  /** Forgets all reports: a restored database numbers its changes again from an earlier one. */
  forget(): void
  /**
   * Resolves when every node, this one included, has applied all changes committed before the call, with its verifiers of these
   * workspaces, or has lost its lease. If this node has none, these verifiers have forgotten everything.
   */
  waitUntilPropagated(workspaces: Concerned): Promise<Propagated>
}

interface PropagationOptions {
  readonly nodes: Pick<Nodes, "id" | "readMembership">
  readonly lease: Pick<Lease, "holds">
  /** Of the verifiers of this node. */
  readonly drops: Pick<VerifierDrops, "whenSettled" | "onSettled" | "invalidateAll">
  clock(): number
}

/** All changes up to this number, and the workspaces whose verifiers must have applied them. */
interface Changes {
  readonly sequence: number
  readonly workspaces: Concerned
}

/** An old lease ends within this time, and a node gets a new one only after it has applied every earlier change. */
const patienceMs = leaseMs + driftMs

/** How often the node entries are read while acknowledgements are missing. */
const readAgainMs = 50

export function createPropagation({ nodes, lease, drops, clock }: PropagationOptions): Propagation {
  const applied = new Map<string, Progress>()
  const waiting = new Set<() => void>()
  const checkAll = () => {
    for (const check of waiting) check()
  }
  /** Without a lease, this node reads from the database, but its verifiers may still use what is left of theirs. */
  const haveVerifiersForgotten = (workspaces: Concerned) => {
    drops.invalidateAll()
    return drops.whenSettled(workspaces) === undefined
  }
  const isBehind = ({ id, appliedSequence }: NodeEntry, { sequence, workspaces }: Changes): boolean => {
    if (id === nodes.id && !lease.holds()) return !haveVerifiersForgotten(workspaces)
    return appliedSequence < sequence && reachedBy(applied.get(id) ?? nothing, workspaces) < sequence
  }
  drops.onSettled(checkAll)

  /** True as soon as no node is behind, false after a short wait. */
  const hasReached = (entered: readonly NodeEntry[], changes: Changes): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const check = () => {
      if (!entered.some((node) => isBehind(node, changes))) resolve(true)
    }
    const timer = setTimeout(() => resolve(false), readAgainMs)
    waiting.add(check)
    check()
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(check)
    })
  }

  /** Callers of a workspace that share a read wait for the same change, so they also share the wait. */
  const readMembership = sharedRead(async () => {
    const { entered, latestSequence: sequence } = await nodes.readMembership()
    const waits = new Map<string, Promise<boolean>>()
    const reached = (workspaces: Concerned) => {
      // An operator may name a workspace "all", which is not all of them.
      const named = JSON.stringify(workspaces)
      const wait = waits.get(named) ?? hasReached(entered, { sequence, workspaces })
      waits.set(named, wait)
      return wait
    }
    return { entered, sequence, reached }
  })

  /** Returns the number of nodes, unless the time is over before all have applied the changes. */
  const readAndWait = async (workspaces: Concerned, isOver: () => boolean): Promise<number | undefined> => {
    let sequence: number | undefined
    while (!isOver()) {
      const membership = await readMembership().catch(() => undefined)
      if (membership === undefined) {
        await Bun.sleep(readAgainMs)
        continue
      }
      const { entered, reached } = membership
      const isReached = sequence === undefined ? reached(workspaces) : hasReached(entered, { sequence, workspaces })
      if (await isReached) return entered.length
      sequence ??= membership.sequence
    }
    return undefined
  }

  return {
    noteApplied(nodeId, progress) {
      if (progress.sequence < (applied.get(nodeId)?.sequence ?? 0)) return
      applied.set(nodeId, progress)
      checkAll()
    },

    forget: () => applied.clear(),

    async waitUntilPropagated(workspaces) {
      const startedAt = clock()
      const { promise: timeIsUp, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => resolve(undefined), patienceMs)
      const nodes = await Promise.race([readAndWait(workspaces, () => clock() - startedAt >= patienceMs), timeIsUp])
      clearTimeout(timer)
      return { durationMs: clock() - startedAt, nodes }
    },
  }
}

const nothing: Progress = { sequence: 0, behind: new Map() }

/** Number of the last change that a node has applied, with its verifiers of these workspaces. */
function reachedBy({ sequence, behind }: Progress, workspaces: Concerned): number {
  if (behind.size === 0) return sequence
  if (workspaces === "all") return Math.min(sequence, ...behind.values())
  return Math.min(sequence, ...workspaces.map((id) => behind.get(id) ?? sequence))
}
