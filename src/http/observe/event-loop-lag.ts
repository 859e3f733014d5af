import { type Distribution, distribution, observe } from "./families.ts"

export interface LagMonitor {
  /** The delay of timers in seconds. */
  readonly lag: Distribution
  close(): void
}

const intervalMs = 500
const lagBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Measures how late timers fire: a new request waits that long. */
export function createLagMonitor(): LagMonitor {
  const lag = distribution(lagBounds)
  let expected = performance.now() + intervalMs
  const timer = setInterval(() => {
    const now = performance.now()
    observe(lag, Math.max(0, now - expected) / 1000)
    expected = now + intervalMs
  }, intervalMs)
  timer.unref()
  return { lag, close: () => clearInterval(timer) }
}
