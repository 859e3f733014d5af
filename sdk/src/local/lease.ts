import type { Surroundings } from "./surroundings.ts"

/** The time for which records may decide, and the time of the server: docs/verifier-protocol.md#the-lease. */
export interface Lease {
  /** Reads both clocks for the renewal that is about to be sent, and returns its number. */
  begin(): number
  /** False if there was no such renewal. */
  take(answer: LeaseAnswer): boolean
  /** Whether a decision at this moment may use a record. */
  holdsAt(monotonic: number, wall: number): boolean
  /** The bounds of the server's time. */
  earliest(monotonic: number): number
  latest(monotonic: number): number
  /** Renewals since the last one that was answered. */
  unanswered(): number
  end(): void
}

export interface LeaseAnswer {
  readonly n: number
  readonly ms: number
  readonly now: number
}

interface Moment {
  readonly monotonic: number
  readonly wall: number
}

/** `now` is a whole number, so the time of the server may be up to a millisecond later. */
const roundingMs = 1

export function createLease({ clocks, rules }: Pick<Surroundings, "clocks" | "rules">): Lease {
  const sent = new Map<number, Moment>()
  let latestSent = 0
  let latestAnswered = 0
  let endsAt: Moment = none
  let time = { now: 0, sentAt: 0, receivedAt: 0 }
  const read = () => ({ monotonic: clocks.monotonic(), wall: clocks.wall() })
  return {
    begin() {
      latestSent += 1
      sent.set(latestSent, read())
      return latestSent
    },
    take({ n, ms, now }) {
      if (n > latestSent) return false
      const from = sent.get(n)
      if (n <= latestAnswered || from === undefined) return true
      for (const number of sent.keys()) if (number <= n) sent.delete(number)
      latestAnswered = n
      const received = read()
      const start = rules.countsFromSending ? from : received
      endsAt = ms === 0 ? none : { monotonic: start.monotonic + ms, wall: start.wall + ms }
      time = { now, sentAt: from.monotonic, receivedAt: received.monotonic }
      return true
    },
    holdsAt(monotonic, wall) {
      if (!rules.checksLease) return latestAnswered > 0
      return monotonic < endsAt.monotonic && (wall < endsAt.wall || !rules.readsWallClock)
    },
    earliest: (monotonic) => time.now + monotonic - time.receivedAt,
    latest: (monotonic) => time.now + monotonic - time.sentAt + roundingMs,
    unanswered: () => latestSent - latestAnswered,
    end() {
      endsAt = none
    },
  }
}

const none: Moment = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }
