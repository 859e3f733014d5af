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

/** A check that takes nothing. */
export interface PeekedLimit {
  readonly allowed: boolean
  /** The current value, without the cost. */
  readonly remaining: number
  readonly resetAt: number
  /** The first instant from `now` on at which the check passes if nothing else is taken; null if it never passes. */
  readonly passesAt: number | null
}

export function peekLimit(check: LimitCheck): PeekedLimit {
  const { allowed, remainingIfNot: remaining, resetAt } = evaluateLimit(check)
  return { allowed, remaining, resetAt, passesAt: passesAt(check) }
}

/** Two cells later, nothing counts any more. */
function passesAt({ now, limit, durationMs, cost, window }: LimitCheck): number | null {
  if (limit <= 0 || cost > limit) return null
  const room = limit - cost
  const cell = cellOf(now, durationMs)
  const { current, previous } = window
  const inThisCell = fitsFrom({ current, previous }, room, durationMs)
  if (inThisCell !== undefined) return Math.max(now, cell * durationMs + inThisCell)
  const inNextCell = fitsFrom({ current: 0, previous: current }, room, durationMs)
  return inNextCell === undefined ? (cell + 2) * durationMs : (cell + 1) * durationMs + inNextCell
}

/** Milliseconds from the start of the cell until `current + floor(previous · (W - e) / W)` is at most `room`. */
function fitsFrom({ current, previous }: Window, room: number, durationMs: number): number | undefined {
  if (current > room) return undefined
  if (previous <= room - current) return 0
  // floor(previous · left / W) ≤ q means previous · left < (q + 1) · W.
  const bound = BigInt(room - current + 1) * BigInt(durationMs)
  const left = Number((bound - 1n) / BigInt(previous))
  return left === 0 ? undefined : durationMs - left
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
