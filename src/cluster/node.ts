import type { Change, NodeAbout, NodeState, Nodes } from "../storage/port/nodes.ts"
import { createDatabaseTime } from "./database-time.ts"
import { beginHearing } from "./invalidation-listener.ts"
import { createLease } from "./lease.ts"
import { enterCluster } from "./membership.ts"
import { createSettling } from "./propagation.ts"
import { requireGoodCompany } from "./shared-limits-check.ts"

/** This process as one of the nodes that serve a database. */
export interface ClusterNode {
  /** Whether memory may answer at this moment. */
  mayRemember(): boolean
  /** Unix time in milliseconds, as the database has it. */
  now(): number
  /** Waits until no node answers from before what is committed now; says how many milliseconds that took. */
  settle(): Promise<number>
  state(): NodeState
  leave(): Promise<void>
}

interface Parts {
  readonly nodes: Nodes
  readonly about: Omit<NodeAbout, "leaseMs">
  readonly memory: Memory
  report(message: string, error: unknown): void
  onSettled(durationMs: number): void
}

/** What is kept in memory of the database. */
interface Memory {
  invalidate(ids: readonly string[]): void
  invalidateAll(): void
}

/** Goes on while the process is stopped, and is set by nobody. */
const clock = () => performance.now()

/** Throws where this node may not serve beside those that are there. */
export async function startNode({ nodes, about, memory, report, onSettled }: Parts): Promise<ClusterNode> {
  const lease = createLease({ clock, onRegained: () => memory.invalidateAll() })
  const time = createDatabaseTime(clock)
  const settling = createSettling({ nodes, lease, clock })
  const apply = ({ spoiled }: Change) => {
    if (spoiled === "all") memory.invalidateAll()
    else memory.invalidate(spoiled)
  }
  const membership = await enterCluster({
    nodes,
    lease,
    time,
    about,
    clock,
    report,
    beginHearing: (onDeaf) => beginHearing({ nodes, lease, settling, clock, apply, onDeaf }),
  })
  try {
    await requireGoodCompany({ nodes, predecessors: membership.predecessors, sharesLimits: about.sharesLimits })
  } catch (error) {
    await membership.leave()
    throw error
  }
  return {
    mayRemember: lease.holds,
    now: time.now,
    async settle() {
      const durationMs = await settling.settle()
      onSettled(durationMs)
      return durationMs
    },
    state() {
      const { appliedSequence, latestSequence, others, renewedAt } = membership.state
      return {
        id: nodes.id,
        holdsLease: lease.holds(),
        sinceRenewalMs: clock() - renewedAt,
        appliedSequence,
        behind: Math.max(0, latestSequence - appliedSequence),
        nodes: others.length + 1,
      }
    },
    leave: membership.leave,
  }
}
