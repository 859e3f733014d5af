import type { Fetch } from "../attempt.ts"
import { everyRule, type Rules } from "./rules.ts"

/** What a verifier takes from its process. Tests pass their own. */
export interface Surroundings {
  readonly rules: Rules
  readonly clocks: Clocks
  readonly random: () => number
  /** Runs once after `ms`; the result cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly fetch?: Fetch | undefined
}

export interface Clocks {
  /** Milliseconds that never go back. */
  monotonic(): number
  wall(): number
}

export const ownSurroundings: Surroundings = {
  rules: everyRule,
  clocks: { monotonic: () => performance.now(), wall: () => Date.now() },
  random: Math.random,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
