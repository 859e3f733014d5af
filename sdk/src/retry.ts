import type { KeywardError } from "./error.ts"
import type { operations } from "./generated/operations.gen.ts"

type Kinds<Resource> = Resource extends unknown ? Resource[keyof Resource] : never

/** `pages` is a query that answers in pages. */
export type Kind = Kinds<(typeof operations)[keyof typeof operations]>

/** An attempt that came to nothing, and whether it can have had an effect. */
export interface FailedAttempt {
  readonly error: KeywardError
  /** It never reached the service, or the service itself refused it. */
  readonly isWithoutEffect: boolean
}

const passingStatuses = new Set([408, 429, 502, 503, 504])
const passingCodes = new Set<string>([
  "client/timeout",
  "client/unreachable",
  // The attempt before this one is still at work, and the next one gets its answer.
  "application/idempotency_in_progress",
])

/** A consumption takes tokens or credits each time, so it is repeated only where nothing can have been taken. */
export function mayRepeat(kind: Kind, { error, isWithoutEffect }: FailedAttempt): boolean {
  const isPassing = passingCodes.has(error.code) || (error.status !== undefined && passingStatuses.has(error.status))
  return isPassing && (kind !== "consumption" || isWithoutEffect)
}

const firstWaitMs = 200
const longestWaitMs = 5_000

/** Full jitter, so that clients which failed together do not come back together; never before the service asks for it. */
export function waitMs(attempt: number, retryAfterSeconds: number | undefined, random: number): number {
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt)
  return (retryAfterSeconds ?? 0) * 1000 + random * ceiling
}
