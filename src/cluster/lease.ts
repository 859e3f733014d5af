/**
 * The right to respond from the cache for a short time. A change waits for this node, but no longer than its lease. A node
 * that was paused or disconnected therefore finds its lease expired before it responds.
 */
export interface Lease {
  holds(): boolean
  /** Starts at the moment when the renewal was sent, not when its response arrived. */
  grant(sentAt: number): void
  end(): void
}

export const leaseMs = 1_000

/** Clocks of different machines run at slightly different speeds. */
export const driftMs = 50

interface LeaseOptions {
  /** Monotonic milliseconds that continue while the process is paused. */
  clock(): number
  /** The lease was lost and begins again: the cache may be stale. */
  onRegained(): void
}

export function createLease({ clock, onRegained }: LeaseOptions): Lease {
  let endsAt = Number.NEGATIVE_INFINITY
  const holds = () => clock() < endsAt
  return {
    holds,
    grant(sentAt) {
      const until = sentAt + leaseMs
      if (until <= clock()) return
      if (!holds()) onRegained()
      endsAt = Math.max(endsAt, until)
    },
    end() {
      endsAt = Number.NEGATIVE_INFINITY
    },
  }
}
