/** One timer for many waits of the same length: a timer per request would cost more than most requests. */
export interface SharedTimeout {
  /** Resolves like `work`, or rejects with the timeout error if the time is over first. */
  watch<T>(work: Promise<T>): Watched<T>
}

/**
 * A linked list in the order of insertion, which is also the order of expiry. A set would be the most expensive part
 * of reading a body, because frequent changes rebuild it.
 */
interface Wait {
  readonly endsAt: number
  end(error: Error): void
  earlier: Wait
  later: Wait
}

export interface Watched<T> extends Wait {
  readonly result: Promise<T>
}

const checkEveryMs = 250

export function createSharedTimeout(lengthMs: number, timeoutError: () => Error): SharedTimeout {
  const waits = emptyRing()
  const check = () => {
    const now = performance.now()
    for (let wait = waits.later; wait !== waits && wait.endsAt <= now; wait = waits.later) {
      unwatch(wait)
      wait.end(timeoutError())
    }
  }
  setInterval(check, checkEveryMs).unref()
  return {
    watch<T>(work: Promise<T>): Watched<T> {
      const { promise: result, resolve, reject } = Promise.withResolvers<T>()
      work.then(resolve, reject)
      const endsAt = performance.now() + lengthMs
      const wait = { result, endsAt, end: reject, earlier: waits.earlier, later: waits }
      waits.earlier.later = wait
      waits.earlier = wait
      return wait
    },
  }
}

/** The head of the list; it links to itself when empty. */
function emptyRing(): Wait {
  const ring: Partial<Wait> = { endsAt: Number.POSITIVE_INFINITY, end() {} }
  return Object.assign(ring, { earlier: ring, later: ring }) as Wait
}

/** A wait without a timeout, in the same form. */
export function unwatched<T>(result: Promise<T>): Watched<T> {
  return Object.assign(emptyRing(), { result })
}

/** The caller must call this after the wait. A closure for it would cost as much as the wait itself. */
export function unwatch(wait: Wait): void {
  wait.earlier.later = wait.later
  wait.later.earlier = wait.earlier
  // Links the wait to itself, so that a second call does nothing.
  wait.earlier = wait
  wait.later = wait
}
