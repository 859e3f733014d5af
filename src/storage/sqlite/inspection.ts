const inspectEveryMs = 500

/** Calls `inspect` from time to time during long work. */
export async function withInspection<T>(inspect: () => void, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(inspect, inspectEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
