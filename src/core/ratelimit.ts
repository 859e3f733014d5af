/** Tokens taken in the cell of `now` and in the one before it. */
export interface Window {
  readonly current: number
  readonly previous: number
}

export interface LimitCheck {
  readonly now: number
  readonly limit: number
  readonly durationMs: number
  readonly cost: number
  readonly window: Window
}

export interface LimitOutcome {
  readonly allowed: boolean
  /** Effective use before this check. */
  readonly used: number
  readonly resetAt: number
  /** What to show if the cost is taken, which needs `allowed`. */
  readonly remainingIfTaken: number
  /** What to show if nothing is taken, by this check or by the whole call it is part of. */
  readonly remainingIfNot: number
}

/** One sliding window over two cells aligned to the epoch, in exact integers. */
export function evaluateLimit({ now, limit, durationMs, cost, window }: LimitCheck): LimitOutcome {
  const resetAt = (cellOf(now, durationMs) + 1) * durationMs
  const used = window.current + scaleDown(window.previous, resetAt - now, durationMs)
  return {
    allowed: limit > 0 && used + cost <= limit,
    used,
    resetAt,
    remainingIfTaken: Math.max(0, limit - used - cost),
    remainingIfNot: Math.max(0, limit - used),
  }
}

/** The number of the cell that an instant lies in. */
export function cellOf(now: number, durationMs: number): number {
  return Math.floor(now / durationMs)
}

/** floor(count · part / whole), without rounding on the way. */
function scaleDown(count: number, part: number, whole: number): number {
  const product = count * part
  // Below 2^53 the quotient can never be rounded up to the next integer; above it the product itself is inexact.
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / whole)
  return Number((BigInt(count) * BigInt(part)) / BigInt(whole))
}
