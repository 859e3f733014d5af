/** How often something happens per second, over the last ten seconds. */
export interface Rate {
  perSecond(): number
  close(): void
}

const sampleEveryMs = 1_000
const samplesKept = 10

interface Sample {
  readonly at: number
  readonly total: number
}

export function createRate(total: () => number): Rate {
  const sample = (): Sample => ({ at: performance.now(), total: total() })
  let samples: readonly Sample[] = [sample()]
  const timer = setInterval(() => {
    samples = [...samples, sample()].slice(-samplesKept)
  }, sampleEveryMs)
  timer.unref()
  return {
    perSecond: () => between(samples[0], sample()),
    close: () => clearInterval(timer),
  }
}

/** One decimal is enough to tell few from none. */
function between(first: Sample | undefined, last: Sample): number {
  const seconds = first === undefined ? 0 : (last.at - first.at) / 1000
  if (first === undefined || seconds <= 0) return 0
  return Math.round(((last.total - first.total) / Math.max(1, seconds)) * 10) / 10
}
