import type { KeywardError } from "./error.ts"
import type { operations, pageOperations } from "./generated/operations.gen.ts"

type Kinds<Resource> = Resource extends unknown ? Resource[keyof Resource] : never

/** `pages` is a query that returns pages, and `once` a change that has no idempotency key. */
export type Kind =
  | Kinds<(typeof operations)[keyof typeof operations]>
  | Kinds<(typeof pageOperations)[keyof typeof pageOperations]>

/** A failed attempt, and whether it can have taken effect. */
export interface FailedAttempt {
  readonly error: KeywardError
  /** The request never reached the service, or the service refused it. */
  readonly isWithoutEffect: boolean
}

const passingStatuses = new Set([408, 429, 502, 503, 504])
const passingCodes = new Set<string>([
  "client/timeout",
  "client/unreachable",
  // The previous attempt is still running, and the next one gets its response.
  "application/idempotency_in_progress",
])

/** A consumption takes tokens or credits each time, so it is repeated only if it cannot have taken any. The same goes for `once`. */
export function mayRepeat(kind: Kind, { error, isWithoutEffect }: FailedAttempt): boolean {
  const isPassing = passingCodes.has(error.code) || (error.status !== undefined && passingStatuses.has(error.status))
  return isPassing && (isWithoutEffect || (kind !== "consumption" && kind !== "once"))
}

const firstWaitMs = 200
const longestWaitMs = 5_000

/** Full jitter, so that clients that failed together do not retry together. Never earlier than the service asks. */
export function waitMs(attempt: number, retryAfterSeconds: number | undefined, random: number): number {
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt)
  return (retryAfterSeconds ?? 0) * 1000 + random * ceiling
}
