import type { EvaluatedRatelimit } from "./generated/types.gen.ts"

/** `RateLimit-*` headers for your own customer: the limit that will refuse first. */
export function limitHeaders(
  ratelimits: readonly EvaluatedRatelimit[] | undefined,
  now: number,
): Record<string, string> {
  const [tightest] = [...(ratelimits ?? [])].sort(byTightness)
  if (tightest === undefined) return {}
  const { limit, remaining } = tightest
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(secondsUntil(tightest, now)),
  }
}

/** The clocks of application and Keyward may differ, so the wait is one second to one window. */
export function secondsUntil({ reset, duration }: EvaluatedRatelimit, now: number): number {
  return Math.max(1, Math.ceil(Math.min(reset - now, duration) / 1000))
}

/** An exceeded limit first, then the one with the least left, then the one that resets last. */
function byTightness(one: EvaluatedRatelimit, other: EvaluatedRatelimit): number {
  return Number(other.exceeded) - Number(one.exceeded) || one.remaining - other.remaining || other.reset - one.reset
}
