import type { FromMemory, Mint } from "../operations/operation.ts"
import type { Vault } from "../secrets/vault.ts"
import type { Store } from "../storage/port/store.ts"
import type { UsageRecorder } from "../storage/usage/usage-recorder.ts"
import type { Metrics } from "./observe/metrics.ts"
import type { RequestLog } from "./observe/request-log.ts"
import type { Cursors } from "./request/cursors.ts"
import type { Limiter } from "./request/limiter.ts"
import type { Admission } from "./server/load-shedding.ts"

/** All dependencies of request handling, assembled by app.ts. */
export interface Service {
  readonly store: Store
  /** Undefined: every request goes through the store and the limiter. */
  readonly fromMemory: FromMemory | undefined
  readonly limiter: Limiter
  readonly vault: Vault
  readonly mint: Mint
  readonly cursors: Cursors
  readonly usage: UsageRecorder
  readonly admission: Admission
  readonly log: RequestLog
  readonly metrics: Metrics
  /** SHA-256 of the operator key. */
  readonly operatorKeyHash: string
  /** The start of every error type, without a trailing slash. */
  readonly docsBase: string
  /** Networks whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Unix time in milliseconds. */
  now(): number
}
