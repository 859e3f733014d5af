import type { Change, NodeState } from "../storage/port/nodes.ts"
import type { Concerned, Propagated } from "../storage/port/propagation.ts"
import type { VerifierDrops } from "../verifiers/drops.ts"
import { createDatabaseTime, type LocalClocks } from "./database-time.ts"
import { startListening } from "./invalidation-listener.ts"
import { createLease } from "./lease.ts"
import { type EnteringOptions, enterCluster } from "./membership.ts"
import { createPropagation } from "./propagation.ts"
import { requireSharedLimits } from "./shared-limits-check.ts"

/** This process as one of the nodes that serve a database. */
export interface ClusterNode {
  /** Whether the cache may be used now. */
  mayUseCache(): boolean
  /** Milliseconds that are left of the lease; 0 without one. */
  leaseLeftMs(): number
  /** Unix time in milliseconds, by the database clock. */
  now(): number
  /** Waits until everything committed so far has reached every node, and their verifiers of these workspaces. */
  waitUntilPropagated(workspaces: Concerned): Promise<Propagated>
  state(): NodeState
  leave(): Promise<void>
}

export interface NodeOptions
  extends Pick<EnteringOptions, "nodes" | "about" | "describe" | "report">,
    Pick<LocalClocks, "uptimeClock"> {
  readonly memory: Memory
  readonly drops: VerifierDrops
  onPropagated(durationMs: number): void
}

/** The cache of this process. */
interface Memory {
  invalidate(ids: readonly string[]): void
  invalidateAll(): void
}

/** The first continues while the process is paused and cannot be set, the second continues while the machine sleeps. */
const clocks = { clock: () => performance.now(), wallClock: () => Date.now() }

/** Throws if this node may not serve beside the nodes that already run. */
export async function startNode({
  nodes,
  about,
  memory,
  drops,
  describe,
  report,
  uptimeClock,
  onPropagated,
}: NodeOptions): Promise<ClusterNode> {
  const { clock } = clocks
  const lease = createLease({
    ...clocks,
    onRegained: () => memory.invalidateAll(),
    onEnded: () => drops.invalidateAll(),
  })
  const time = createDatabaseTime({ ...clocks, uptimeClock })
  const propagation = createPropagation({ nodes, lease, drops, clock })
  const apply = ({ staleIds }: Change) => {
    if (staleIds === "all") memory.invalidateAll()
    else memory.invalidate(staleIds)
  }
  const membership = await enterCluster({
    nodes,
    lease,
    time,
    drops,
    about,
    clock,
    describe,
    report,
    startListening: (onDisconnect) =>
      startListening({ nodes, lease, propagation, drops, ...clocks, apply, onDisconnect }),
  })
  try {
    await requireSharedLimits({ nodes, predecessors: membership.predecessors, sharesLimits: about.sharesLimits })
  } catch (error) {
    await membership.leave()
    throw error
  }
  return {
    mayUseCache: lease.holds,
    leaseLeftMs: lease.leftMs,
    now: time.now,
    async waitUntilPropagated(workspaces) {
      const propagated = await propagation.waitUntilPropagated(workspaces)
      onPropagated(propagated.durationMs)
      return propagated
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
