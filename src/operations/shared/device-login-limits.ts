import { fault } from "../../contract/errors.ts"
import type { Check, Counters } from "../../counters/counters.ts"
import { networkOf } from "./sign-in-limits.ts"

const minuteMs = 60_000

/** How long a person has to type the code. */
export const deviceLoginMs = 10 * minuteMs

/** How long a terminal waits between two calls. */
export const pollEveryMs = 3_000

/** Live logins of the installation. A flood can stop new logins of terminals, but nothing else. */
export const maxLiveLogins = 1_000

interface Limiting {
  readonly counters: Counters
  readonly now: number
}

/** Starting needs no credential, so each network gets only a few. */
export function limitStarts(context: Limiting, address: string): Promise<Taken> {
  return take(context, { counter: `device-start/${networkOf(address)}`, limit: 20, durationMs: deviceLoginMs })
}

/** Wrong codes of one user. 34 bits are too many to guess in so few attempts. */
export function limitCodes(context: Limiting, userId: string): Promise<Taken> {
  return take(context, { counter: `device-code/${userId}`, limit: 10, durationMs: deviceLoginMs })
}

export function limitPolls(context: Limiting, loginId: string): Promise<Taken> {
  return take(context, { counter: `device-poll/${loginId}`, limit: 40, durationMs: minuteMs })
}

interface Taken {
  /** The attempt does not count. */
  refund(): Promise<void>
}

async function take({ counters, now }: Limiting, limit: Omit<Check, "cost">): Promise<Taken> {
  const checks = [{ ...limit, cost: 1 }]
  const result = await counters.take(checks, now)
  if (result.taken) return { refund: () => counters.refund(checks, result) }
  const waitMs = Math.max(...result.outcomes.map(({ resetAt }) => resetAt - now))
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  throw fault("limits/sign_in_rate_limited", { headers: { "Retry-After": String(seconds) } })
}
