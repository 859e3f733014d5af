/**
 * Leave to answer from memory, for a moment. Whoever changes something waits for this node, but not for longer than its
 * lease; so a node that was paused or cut off must find its lease run out, whatever it does next.
 */
export interface Lease {
  holds(): boolean
  /** By a renewal that was sent at this moment: the time until it was answered counts too. */
  grant(sentAt: number): void
  end(): void
}

export const leaseMs = 1_000

/** Leases are measured by several machines, whose clocks do not run at quite the same speed. */
export const driftMs = 50

interface Terms {
  /** In milliseconds, ever going on, also while the process is stopped. */
  clock(): number
  /** The lease was lost and is about to hold again: what is in memory may be stale. */
  onRegained(): void
}

export function createLease({ clock, onRegained }: Terms): Lease {
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
