import type { EvaluatedRatelimit, KeysVerifyKeyOutput } from "./generated/types.gen.ts"
import { secondsUntil } from "./limit-headers.ts"

/** Why a request was refused: its key is missing, invalid or cannot be verified. */
export interface Refusal {
  readonly code: Exclude<KeysVerifyKeyOutput["code"], "VALID"> | "MISSING" | "UNVERIFIED"
  readonly status: 401 | 403 | 429 | 503
  readonly title: string
  readonly detail: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * 401: the key is missing or unknown. 403: the key is known but not allowed. 429: too many requests. Challenges
 * follow RFC 6750.
 */
const table: Readonly<Record<Refusal["code"], Omit<Refusal, "code" | "title">>> = {
  MISSING: {
    status: 401,
    detail: "Send your API key as `Authorization: Bearer <key>`.",
    headers: { "WWW-Authenticate": "Bearer" },
  },
  NOT_FOUND: {
    status: 401,
    detail: "This API key is not known.",
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  },
  DISABLED: { status: 403, detail: "This API key is disabled.", headers: {} },
  EXPIRED: { status: 403, detail: "This API key has expired.", headers: {} },
  FORBIDDEN: { status: 403, detail: "This API key may not be used from your address.", headers: {} },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    detail: "This API key lacks a permission for this.",
    headers: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' },
  },
  RATE_LIMITED: { status: 429, detail: "This API key has made too many requests. Try again later.", headers: {} },
  USAGE_EXCEEDED: { status: 429, detail: "This API key does not have enough credits left.", headers: {} },
  // The reason goes to the log of the application; callers only learn that it is not their fault.
  UNVERIFIED: { status: 503, detail: "API keys cannot be verified at the moment. Try again later.", headers: {} },
}

const titles = { 401: "Unauthorized", 403: "Forbidden", 429: "Too Many Requests", 503: "Service Unavailable" } as const

export function refusalOf(code: Refusal["code"], retryAfterSeconds?: number): Refusal {
  const { status, detail, headers } = table[code]
  const wait = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }
  return { code, status, title: titles[status], detail, headers: { ...headers, ...wait } }
}

/** The time until the last exceeded limit resets. */
export function secondsUntilReset(
  ratelimits: readonly EvaluatedRatelimit[] | undefined,
  now: number,
): number | undefined {
  const exceeded = (ratelimits ?? []).filter((limit) => limit.exceeded)
  if (exceeded.length === 0) return undefined
  return Math.max(...exceeded.map((limit) => secondsUntil(limit, now)))
}
