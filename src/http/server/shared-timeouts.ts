/** Many waits of one length watched by one timer, since a timer for each request would cost more than most requests. */
export interface Deadlines {
  /** What the work gives, or the error of these deadlines where the time is over first. */
  watch<T>(work: Promise<T>): Watched<T>
}

/**
 * Linked in the order in which they were added, which is the order in which they end. A set of them would be the dearest
 * part of reading a body: one that things join and leave all the time is made anew again and again.
 */
interface Wait {
  readonly endsAt: number
  end(error: Error): void
  earlier: Wait
  later: Wait
}

export interface Watched<T> extends Wait {
  readonly outcome: Promise<T>
}

const checkEveryMs = 250

export function createDeadlines(lengthMs: number, missed: () => Error): Deadlines {
  const waits = emptyRing()
  const check = () => {
    const now = performance.now()
    for (let wait = waits.later; wait !== waits && wait.endsAt <= now; wait = waits.later) {
      forget(wait)
      wait.end(missed())
    }
  }
  setInterval(check, checkEveryMs).unref()
  return {
    watch<T>(work: Promise<T>): Watched<T> {
      const { promise: outcome, resolve, reject } = Promise.withResolvers<T>()
      work.then(resolve, reject)
      const endsAt = performance.now() + lengthMs
      const wait = { outcome, endsAt, end: reject, earlier: waits.earlier, later: waits }
      waits.earlier.later = wait
      waits.earlier = wait
      return wait
    },
  }
}

/** Holds the first and the last of them, and stands for the end in both directions. */
function emptyRing(): Wait {
  const ring: Partial<Wait> = { endsAt: Number.POSITIVE_INFINITY, end() {} }
  return Object.assign(ring, { earlier: ring, later: ring }) as Wait
}

/** A wait that needs no watching, in the same form. */
export function endingByItself<T>(outcome: Promise<T>): Watched<T> {
  return Object.assign(emptyRing(), { outcome })
}

/** To be called by whoever has waited: a closure for it would cost as much as the wait itself. */
export function forget(wait: Wait): void {
  wait.earlier.later = wait.later
  wait.later.earlier = wait.earlier
  // Forgotten once, it may be forgotten again: then nobody else is its neighbour.
  wait.earlier = wait
  wait.later = wait
}
