// What an application tells its own caller about a key, by the guards of the client and by /forward-auth. The client has a
// copy, so this file imports nothing.

/** A rate limit as a verification has found it. */
export interface CheckedLimit {
  readonly limit: number
  readonly duration: number
  readonly remaining: number
  readonly reset: number
  readonly exceeded: boolean
}

export type RefusalCode =
  | "MISSING"
  | "NOT_FOUND"
  | "DISABLED"
  | "EXPIRED"
  | "FORBIDDEN"
  | "INSUFFICIENT_PERMISSIONS"
  | "RATE_LIMITED"
  | "USAGE_EXCEEDED"
  | "UNVERIFIED"

/** Why a request was refused: its key is missing, invalid or cannot be verified. */
export interface Refusal {
  readonly code: RefusalCode
  readonly status: 401 | 402 | 403 | 429 | 503
  readonly title: string
  readonly detail: string
  readonly headers: Readonly<Record<string, string>>
}

interface Row extends Pick<Refusal, "status" | "detail"> {
  /** Of `WWW-Authenticate`, by RFC 6750. */
  readonly challenge?: string
}

/** 401: the key is missing or unknown. 403: the key is known but not allowed. 429: a limit or the credits are used up. */
const table: Readonly<Record<RefusalCode, Row>> = {
  MISSING: { status: 401, detail: "Send your API key as `Authorization: Bearer <key>`.", challenge: "Bearer" },
  NOT_FOUND: { status: 401, detail: "This API key is not known.", challenge: 'Bearer error="invalid_token"' },
  DISABLED: { status: 403, detail: "This API key is disabled." },
  EXPIRED: { status: 403, detail: "This API key has expired." },
  FORBIDDEN: { status: 403, detail: "This API key may not be used from your address." },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    detail: "This API key lacks a permission for this.",
    challenge: 'Bearer error="insufficient_scope"',
  },
  RATE_LIMITED: { status: 429, detail: "This API key has made too many requests. Try again later." },
  USAGE_EXCEEDED: { status: 429, detail: "This API key does not have enough credits left." },
  // The reason goes to the log of the application; callers only learn that it is not their fault.
  UNVERIFIED: { status: 503, detail: "API keys cannot be verified at the moment. Try again later." },
}

const titles = {
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  429: "Too Many Requests",
  503: "Service Unavailable",
} as const

interface RefusalOptions {
  readonly retryAfterSeconds?: number | undefined
  /** The status of `USAGE_EXCEEDED`, if it is not that of the table. */
  readonly exhausted?: 402 | 429 | undefined
}

export function refusalOf(code: RefusalCode, { retryAfterSeconds, exhausted }: RefusalOptions = {}): Refusal {
  const { detail, challenge, ...row } = table[code]
  const status = (code === "USAGE_EXCEEDED" && exhausted) || row.status
  const headers = {
    ...(challenge !== undefined && { "WWW-Authenticate": challenge }),
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
  }
  return { code, status, title: titles[status], detail, headers }
}

/** The body of a refusal, unless the application has its own. */
export function refusalBodyOf({ code, status, title, detail }: Refusal) {
  return { error: { code, status, title, detail } }
}

/** The time until the last exceeded limit resets. */
export function secondsUntilReset(ratelimits: readonly CheckedLimit[] | undefined, now: number): number | undefined {
  const exceeded = (ratelimits ?? []).filter((limit) => limit.exceeded)
  if (exceeded.length === 0) return undefined
  return Math.max(...exceeded.map((limit) => secondsUntil(limit, now)))
}

/** `RateLimit-*` headers for the caller of an application: the limit that will refuse first. */
export function limitHeaders(ratelimits: readonly CheckedLimit[] | undefined, now: number): Record<string, string> {
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
function secondsUntil({ reset, duration }: CheckedLimit, now: number): number {
  return Math.max(1, Math.ceil(Math.min(reset - now, duration) / 1000))
}

/** An exceeded limit first, then the one with the least left, then the one that resets last. */
function byTightness(one: CheckedLimit, other: CheckedLimit): number {
  return Number(other.exceeded) - Number(one.exceeded) || one.remaining - other.remaining || other.reset - one.reset
}
