/** Tells whether many of the latest requests were refused. */
export interface RefusedShare {
  countRequest(now: number): void
  /** A request that was counted is refused. */
  countRefusal(): void
  isLarge(now: number): boolean
}

const periodMs = 5_000
/** The processor is overloaded if half of the requests are refused, which is the most: see `largestShare`. */
const largeShare = 1 / 3
/** A few refused requests of a quiet server need nobody's attention. */
const fewRefusals = 20

/** Counts in this period and the one before, so that the answer covers 5 to 10 seconds. */
export function createRefusedShare(): RefusedShare {
  let current = periodFrom(0)
  let previous = periodFrom(0)
  const moveOn = (now: number) => {
    const age = now - current.startedAt
    if (age < periodMs) return
    previous = age < 2 * periodMs ? current : periodFrom(now)
    current = periodFrom(now)
  }
  return {
    countRequest(now) {
      moveOn(now)
      current.requests += 1
    },
    countRefusal() {
      current.refused += 1
    },
    isLarge(now) {
      moveOn(now)
      const refused = previous.refused + current.refused
      return refused >= fewRefusals && refused > (previous.requests + current.requests) * largeShare
    },
  }
}

function periodFrom(startedAt: number) {
  return { startedAt, requests: 0, refused: 0 }
}
