/** Many waits of one length watched by one timer, since a timer for each request would cost more than most requests. */
export interface Deadlines {
  /** What the work gives, or what `late` gives once the time is over. */
  within<T>(work: Promise<T>, late: () => Error): Promise<T>
}

interface Wait {
  readonly endsAt: number
  end(): void
}

const checkEveryMs = 250

export function createDeadlines(lengthMs: number): Deadlines {
  // In the order they were added, which is the order in which they end.
  const waits = new Set<Wait>()
  const check = () => {
    const now = performance.now()
    for (const wait of waits) {
      if (wait.endsAt > now) return
      waits.delete(wait)
      wait.end()
    }
  }
  setInterval(check, checkEveryMs).unref()
  return {
    within: (work, late) =>
      new Promise((resolve, reject) => {
        const wait = { endsAt: performance.now() + lengthMs, end: () => reject(late()) }
        waits.add(wait)
        const settle = <Value>(how: (value: Value) => void, value: Value) => {
          waits.delete(wait)
          how(value)
        }
        work.then(
          (value) => settle(resolve, value),
          (error: unknown) => settle(reject, error),
        )
      }),
  }
}
