import { minuteMs } from "../../../core/durations.ts"
import { type LimitContext, networkOf, type TakenAttempt, takeAttempt } from "./sign-in-limits.ts"

/** How long a person has to type the code. */
export const deviceLoginMs = 10 * minuteMs

/** How long a terminal waits between two calls. */
export const pollEveryMs = 3_000

/** Live logins of the installation. A flood can stop new logins of terminals, but nothing else. */
export const maxLiveLogins = 1_000

/** Starting needs no credential, so each network gets only a few. */
export function limitStarts(context: LimitContext, address: string): Promise<TakenAttempt> {
  return takeAttempt(context, [{ counter: `device-start/${networkOf(address)}`, limit: 20, durationMs: deviceLoginMs }])
}

/** Wrong codes of one user. 34 bits are too many to guess in so few attempts. */
export function limitCodes(context: LimitContext, userId: string): Promise<TakenAttempt> {
  return takeAttempt(context, [{ counter: `device-code/${userId}`, limit: 10, durationMs: deviceLoginMs }])
}

export function limitPolls(context: LimitContext, loginId: string): Promise<TakenAttempt> {
  return takeAttempt(context, [{ counter: `device-poll/${loginId}`, limit: 40, durationMs: minuteMs }])
}
