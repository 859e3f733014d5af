/** Many waits of one length watched by one timer, since a timer for each request would cost more than most requests. */
export interface Deadlines {
  /** What the work gives, or the error of these deadlines where it fails or the time is over. */
  within<T>(work: Promise<T>): Promise<T>
}

interface Wait {
  readonly endsAt: number
  end(error: Error): void
}

const checkEveryMs = 250

export function createDeadlines(lengthMs: number, missed: (cause?: unknown) => Error): Deadlines {
  // In the order they were added, which is the order in which they end.
  const waits = new Set<Wait>()
  const check = () => {
    const now = performance.now()
    for (const wait of waits) {
      if (wait.endsAt > now) return
      waits.delete(wait)
      wait.end(missed())
    }
  }
  setInterval(check, checkEveryMs).unref()
  return {
    within: (work) =>
      new Promise((resolve, reject) => {
        const wait = { endsAt: performance.now() + lengthMs, end: reject }
        waits.add(wait)
        work.then(
          (value) => {
            waits.delete(wait)
            resolve(value)
          },
          (error: unknown) => {
            waits.delete(wait)
            reject(missed(error))
          },
        )
      }),
  }
}
