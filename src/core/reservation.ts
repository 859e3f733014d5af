import { dayMs } from "./durations.ts"
import type { BalancesLeft, Parts } from "./funds.ts"
import type { QuotaInterval } from "./quota.ts"

/** What a verification has taken until its cost is known. */
export interface Reservation {
  readonly id: string
  readonly workspaceId: string
  readonly apiId: string
  readonly keyId: string
  /** The identity of the key at that time, whether or not it is charged. */
  readonly identityId: string | null
  readonly cost: number
  readonly expires: number
  /** null if the key has no credits of its own. */
  readonly key: KeyHold | null
  /** null if the key has no customer, or one without quota and credits. */
  readonly customer: CustomerHold | null
  /** False once its credits were given back, or were charged. */
  readonly isOpen: boolean
  /** null until it is committed. */
  readonly answer: CommitAnswer | null
}

export interface KeyHold {
  readonly balanceId: string
  readonly version: number
}

export interface CustomerHold {
  readonly identityId: string
  readonly parts: Parts
  /** Of the credits. */
  readonly version: number
  /** The count that quota and overage were taken from. */
  readonly count: CountedPeriod | null
}

export interface CountedPeriod {
  readonly interval: QuotaInterval
  readonly from: number
  readonly version: number
}

/** The response to a commit, and to its repetitions. */
export interface CommitAnswer {
  /** What the caller wanted to charge. */
  readonly wanted: number
  readonly amount: number
  readonly uncovered: number
  readonly balances: BalancesLeft
}

/** How long a reservation that has run out can still be committed, and a commit be repeated. */
const knownMs = dayMs

export function isKnown({ expires }: Pick<Reservation, "expires">, now: number): boolean {
  return now < expires + knownMs
}

/** Reservations that expire before this time are forgotten. */
export function forgottenBefore(now: number): number {
  return now - knownMs
}

/** Rounded up to a second, so that a balance is asked for expired reservations once a second at most. */
export function expiryOf(now: number, expiresIn: number): number {
  return Math.ceil((now + expiresIn) / 1000) * 1000
}

/** Use of a count that does not apply now, which has to be reduced. */
export interface LateReturn extends CountedPeriod {
  readonly identityId: string
  readonly used: number
  readonly overageUsed: number
}
