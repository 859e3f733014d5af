import type { Change, Nodes } from "../storage/port/nodes.ts"
import type { VerifierDrops } from "../verifiers/drops.ts"
import { createAcknowledger } from "./acknowledger.ts"
import { type Clocks, type Lease, leaseMs, type Moment } from "./lease.ts"
import { createProgressReport } from "./progress-report.ts"
import type { Propagation } from "./propagation.ts"

/** One connection to the feed of changes. While it lasts, this node receives every change, in commit order. */
export interface InvalidationListener {
  /** Sequence number of the last change that this node and its verifiers have applied. */
  readonly appliedSequence: number
  /** The cache holds nothing older than this change. */
  markApplied(sequence: number): void
  /** Records that a heartbeat with this number is sent now. */
  beat(heartbeat: number): void
  /** Why the listener is unusable; undefined while it works. */
  failure(): unknown
  close(): void
}

interface ListenerOptions extends Clocks {
  readonly nodes: Pick<Nodes, "id" | "listen" | "acknowledge">
  readonly lease: Lease
  readonly propagation: Propagation
  readonly drops: Pick<VerifierDrops, "latest" | "unsettled" | "onSettled">
  /** Must remove everything that the change made stale before it returns. */
  apply(change: Change): void
  /** Called when the listener has failed. */
  onDisconnect(): void
}

/**
 * A node that has heard from no other for this long acknowledges nothing. If another one waits for it nevertheless, it
 * finds the progress in the entry of this node, up to a third of a second later.
 */
const recentlyMs = 2 * leaseMs

/**
 * The lease begins when a heartbeat returns on the connection that delivers changes. That proves two things: the connection
 * is alive, and this node has applied every change committed before the renewal.
 */
export async function startListening(options: ListenerOptions): Promise<InvalidationListener> {
  const { nodes, lease, propagation, drops, clock, wallClock, apply, onDisconnect } = options
  const acknowledger = createAcknowledger(nodes)
  const pendingHeartbeats = new Map<number, Moment>()
  let appliedSequence = 0
  // Other nodes may wait for this one before their next heartbeat arrives.
  let heardOthersAt = clock()
  let disconnection: unknown
  const report = createProgressReport(drops, (progress) => {
    appliedSequence = Math.max(appliedSequence, Math.min(progress.sequence, ...progress.behind.values()))
    propagation.noteApplied(nodes.id, progress)
    if (clock() - heardOthersAt < recentlyMs) acknowledger.acknowledge(progress)
  })
  propagation.forget()
  const listening = nodes.listen({
    onChange(change) {
      apply(change)
      report.applied(change.sequence)
    },
    onAcknowledgement: propagation.noteApplied,
    onHeartbeat(nodeId, heartbeat) {
      if (nodeId !== nodes.id) heardOthersAt = clock()
      const sentAt = pendingHeartbeats.get(heartbeat)
      if (nodeId !== nodes.id || sentAt === undefined) return
      lease.grant(sentAt)
      for (const earlier of pendingHeartbeats.keys()) if (earlier <= heartbeat) pendingHeartbeats.delete(earlier)
    },
    onDisconnect(error) {
      lease.end()
      disconnection = error
      onDisconnect()
    },
  })
  const stopReporting = () => {
    report.close()
    acknowledger.close()
  }
  const feed = await listening.catch((error) => {
    stopReporting()
    throw error
  })
  return {
    get appliedSequence() {
      return appliedSequence
    },
    markApplied: report.applied,
    beat: (heartbeat) => void pendingHeartbeats.set(heartbeat, { monotonic: clock(), wall: wallClock() }),
    failure() {
      const isSilent = [...pendingHeartbeats.values()].some(({ monotonic }) => clock() - monotonic > leaseMs)
      return isSilent ? new Error(silence) : disconnection
    },
    close() {
      stopReporting()
      feed.close()
    },
  }
}

const silence =
  "No notification arrives. Connect to PostgreSQL directly: a pooler in transaction mode does not deliver notifications."
