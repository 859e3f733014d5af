/** Tokens taken in the current cell and in the previous one. */
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

export interface LimitEvaluation {
  readonly allowed: boolean
  /** Effective use before this check. */
  readonly used: number
  readonly resetAt: number
  /** The value to report if the cost is taken; requires `allowed`. */
  readonly remainingIfTaken: number
  /** The value to report if this check, or the call that contains it, takes nothing. */
  readonly remainingIfNot: number
}

/** A sliding window over two cells aligned to the Unix epoch, computed in exact integers. */
export function evaluateLimit({ now, limit, durationMs, cost, window }: LimitCheck): LimitEvaluation {
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

/** The number of the cell that contains an instant. */
export function cellOf(now: number, durationMs: number): number {
  return Math.floor(now / durationMs)
}

/** floor(count · part / whole) without intermediate rounding. */
function scaleDown(count: number, part: number, whole: number): number {
  const product = count * part
  // Below 2^53 the quotient never rounds up to the next integer; above it, the product itself is inexact.
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / whole)
  return Number((BigInt(count) * BigInt(part)) / BigInt(whole))
}
