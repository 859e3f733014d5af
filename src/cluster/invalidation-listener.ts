import type { Change, Nodes } from "../storage/port/nodes.ts"
import { createAcknowledger } from "./acknowledger.ts"
import { type Lease, leaseMs } from "./lease.ts"
import type { Propagation } from "./propagation.ts"

/** One connection to the feed of changes. While it lasts, this node receives every change, in commit order. */
export interface InvalidationListener {
  /** Sequence number of the last change that this node applied. */
  readonly appliedSequence: number
  /** The cache holds nothing older than this change. */
  markApplied(sequence: number): void
  /** Records that a heartbeat with this number is sent now. */
  beat(heartbeat: number): void
  /** Why the listener is unusable; undefined while it works. */
  failure(): unknown
  close(): void
}

interface ListenerOptions {
  readonly nodes: Pick<Nodes, "id" | "listen" | "acknowledge">
  readonly lease: Lease
  readonly propagation: Propagation
  clock(): number
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
  const { nodes, lease, propagation, clock, apply, onDisconnect } = options
  const acknowledger = createAcknowledger(nodes)
  const pendingHeartbeats = new Map<number, number>()
  let appliedSequence = 0
  // Other nodes may wait for this one before their next heartbeat arrives.
  let heardOthersAt = clock()
  let disconnection: unknown
  const markApplied = (sequence: number) => {
    appliedSequence = Math.max(appliedSequence, sequence)
    propagation.noteApplied(nodes.id, appliedSequence)
  }
  propagation.forget()
  const feed = await nodes.listen({
    onChange(change) {
      apply(change)
      markApplied(change.sequence)
      if (clock() - heardOthersAt < recentlyMs) acknowledger.acknowledge(appliedSequence)
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
  return {
    get appliedSequence() {
      return appliedSequence
    },
    markApplied,
    beat: (heartbeat) => void pendingHeartbeats.set(heartbeat, clock()),
    failure() {
      const isSilent = [...pendingHeartbeats.values()].some((sentAt) => clock() - sentAt > leaseMs)
      return isSilent ? new Error(silence) : disconnection
    },
    close: feed.close,
  }
}

const silence =
  "No notification arrives. Connect to PostgreSQL directly: a pooler in transaction mode does not deliver notifications."
