/** Many waits of one length watched by one timer, since a timer for each request would cost more than most requests. */
export interface Deadlines {
  /** What the work gives, or the error of these deadlines where it fails or the time is over. */
  within<T>(work: Promise<T>): Promise<T>
}

/**
 * Waits are linked in the order they were added, which is the order in which they end. A set of them would be the
 * dearest part of reading a body: one that things join and leave all the time is made anew again and again.
 */
interface Wait {
  endsAt: number
  end(error: Error): void
  earlier: Wait
  later: Wait
}

const checkEveryMs = 250

export function createDeadlines(lengthMs: number, missed: (cause?: unknown) => Error): Deadlines {
  const waits = emptyRing()
  const check = () => {
    const now = performance.now()
    for (let wait = waits.later; wait !== waits && wait.endsAt <= now; wait = waits.later) {
      remove(wait)
      wait.end(missed())
    }
  }
  setInterval(check, checkEveryMs).unref()
  return {
    within: (work) =>
      new Promise((resolve, reject) => {
        const wait: Wait = { endsAt: performance.now() + lengthMs, end: reject, earlier: waits.earlier, later: waits }
        waits.earlier.later = wait
        waits.earlier = wait
        work.then(
          (value) => {
            remove(wait)
            resolve(value)
          },
          (error: unknown) => {
            remove(wait)
            reject(missed(error))
          },
        )
      }),
  }
}

/** Holds the first and the last of them, and stands for the end in both directions. */
function emptyRing(): Wait {
  const ring: Partial<Wait> = { endsAt: Number.POSITIVE_INFINITY, end() {} }
  return Object.assign(ring, { earlier: ring, later: ring }) as Wait
}

function remove(wait: Wait): void {
  wait.earlier.later = wait.later
  wait.later.earlier = wait.earlier
  // Removed once, it may be removed again: then nobody else is its neighbour.
  wait.earlier = wait
  wait.later = wait
}
