/**
 * The right to respond from the cache for a short time. A change waits for this node, but no longer than its lease. A node
 * that was paused or disconnected therefore finds its lease expired before it responds.
 */
export interface Lease {
  holds(): boolean
  /** Milliseconds that are left; 0 without a lease. */
  leftMs(): number
  /** Starts at the moment when the renewal was sent, not when its response arrived. */
  grant(sentAt: Moment): void
  end(): void
}

/** One reading of both clocks. */
export interface Moment {
  readonly monotonic: number
  readonly wall: number
}

export interface Clocks {
  /** Monotonic milliseconds that continue while the process is paused. On Linux, they stop while the machine sleeps. */
  clock(): number
  /** Milliseconds that continue while the machine sleeps, but can be set. */
  wallClock(): number
}

export const leaseMs = 1_000

/** Clocks of different machines run at slightly different speeds. */
export const driftMs = 50

interface LeaseOptions extends Clocks {
  /** The lease was lost and begins again: the cache may be stale. */
  onRegained(): void
  /** The lease was ended, perhaps after its time: a clock that was set forward may have ended it here, and not where it was lent. */
  onEnded(): void
}

const never: Moment = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }

/** The clock that runs out first ends the lease. One that was set back never extends it. */
export function createLease({ clock, wallClock, onRegained, onEnded }: LeaseOptions): Lease {
  let end = never
  const leftMs = () => Math.max(0, Math.min(end.monotonic - clock(), end.wall - wallClock()))
  const holds = () => clock() < end.monotonic && wallClock() < end.wall
  return {
    holds,
    leftMs,
    grant({ monotonic, wall }) {
      const until = { monotonic: monotonic + leaseMs, wall: wall + leaseMs }
      if (until.monotonic <= clock() || until.wall <= wallClock()) return
      if (!holds()) onRegained()
      else if (until.monotonic < end.monotonic) return
      end = until
    },
    end() {
      const wasGranted = end !== never
      end = never
      if (wasGranted) onEnded()
    },
  }
}
