import type { ContextWith } from "../operations/context.ts"
import type { FromMemory } from "../operations/operation.ts"
import type { Tracer } from "../tracing/tracer.ts"
import type { Metrics } from "./observe/metrics.ts"
import type { RequestLog } from "./observe/request-log.ts"
import type { Cookies } from "./request/cookies.ts"
import type { Cursors } from "./request/cursors.ts"
import type { Limiter } from "./request/limiter.ts"
import type { Admission } from "./server/load-shedding.ts"
import type { Streams } from "./stream/stream.ts"

/** All dependencies of request handling, assembled by app/service.ts. */
export interface Service
  extends ContextWith<
    | "store"
    | "vault"
    | "mint"
    | "usage"
    | "usageDays"
    | "verificationLog"
    | "operatorKeyHash"
    | "passwords"
    | "passkeys"
    | "oidc"
    | "nodes"
    | "webhooks"
    | "testDeliveries"
    | "balanceWatch"
  > {
  /** Undefined: every request goes through the store and the limiter. */
  readonly fromMemory: FromMemory | undefined
  readonly limiter: Limiter
  readonly cursors: Cursors
  readonly cookies: Cookies
  /** Requests with a cookie must come from pages of this origin. */
  readonly publicOrigin: string
  /** The origin of the portal. Undefined if this server has none. */
  readonly portalOrigin: string | undefined
  /** Whether this server has the dashboard and the pages on which people sign in (KEYWARD_DASHBOARD). */
  readonly hasDashboard: boolean
  readonly refusedSignIns: { note(address: string): void }
  readonly admission: Admission
  readonly streams: Streams
  readonly log: RequestLog
  readonly metrics: Metrics
  /** Undefined: requests are not traced. */
  readonly tracer: Tracer | undefined
  /** The start of every error type, without a trailing slash. */
  readonly docsBase: string
  /** Networks whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Unix time in milliseconds. */
  now(): number
}
