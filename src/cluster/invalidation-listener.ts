import type { Change, Nodes } from "../storage/port/nodes.ts"
import { createAcknowledger } from "./acknowledger.ts"
import { type Lease, leaseMs } from "./lease.ts"
import type { Settling } from "./propagation.ts"

/** One unbroken time of listening: from its beginning to its end this node hears of every change, in their order. */
export interface Hearing {
  /** Of the last change that this node knows of. */
  readonly appliedSequence: number
  /** The memory holds nothing from before this change. */
  reach(sequence: number): void
  /** Notes that a heartbeat with this number is sent now. */
  beat(heartbeat: number): void
  /** Why nothing more is to be expected of it. */
  failure(): unknown
  close(): void
}

interface Parts {
  readonly nodes: Pick<Nodes, "id" | "listen" | "acknowledge">
  readonly lease: Lease
  readonly settling: Settling
  clock(): number
  /** What the change has made stale is forgotten when this returns. */
  apply(change: Change): void
  /** There is a failure. */
  onDeaf(): void
}

/**
 * A lease is granted by the heartbeat that comes back on the connection on which changes come: it says that the
 * connection is alive, and that all changes committed before the renewal have been applied.
 */
export async function beginHearing(parts: Parts): Promise<Hearing> {
  const { nodes, lease, settling, clock, apply, onDeaf } = parts
  const acknowledger = createAcknowledger(nodes)
  const unheard = new Map<number, number>()
  let appliedSequence = 0
  let deafness: unknown
  const reach = (sequence: number) => {
    appliedSequence = Math.max(appliedSequence, sequence)
    settling.heard(nodes.id, appliedSequence)
  }
  settling.forget()
  const feed = await nodes.listen({
    onChange(change) {
      apply(change)
      reach(change.sequence)
      acknowledger.acknowledge(appliedSequence)
    },
    onAcknowledgement: settling.heard,
    onHeartbeat(nodeId, heartbeat) {
      const sentAt = unheard.get(heartbeat)
      if (nodeId !== nodes.id || sentAt === undefined) return
      lease.grant(sentAt)
      for (const earlier of unheard.keys()) if (earlier <= heartbeat) unheard.delete(earlier)
    },
    onDeaf(error) {
      lease.end()
      deafness = error
      onDeaf()
    },
  })
  return {
    get appliedSequence() {
      return appliedSequence
    },
    reach,
    beat: (heartbeat) => void unheard.set(heartbeat, clock()),
    failure() {
      const isSilent = [...unheard.values()].some((sentAt) => clock() - sentAt > leaseMs)
      return isSilent ? new Error(silence) : deafness
    },
    close: feed.close,
  }
}

const silence =
  "No notification arrives. If there is a pooler before PostgreSQL that gives every transaction another connection, go around it."
