import type { BalancesLeft } from "./funds.ts"
import type { QuotaInPeriod } from "./quota.ts"
import type { Threshold } from "./threshold.ts"
import type { VerifiableKey } from "./verify.ts"

/** Hears what is left of balances, and records notices of those that are low or used up. */
export interface BalanceWatch {
  /** After every call that was charged, or refused for a balance. Compares in memory, and returns at once. */
  charged(key: VerifiableKey, result: ChargeResult): void
  /** A reservation was charged. */
  committed(owners: CommittedBalances): void
}

export interface ChargeResult {
  readonly balances: BalancesLeft | null
  /** What was too low, if the call was refused for it. */
  readonly exhausted?: "key" | "identity" | undefined
}

export interface CommittedBalances {
  readonly workspaceId: string
  readonly balanceId: string | null
  readonly identityId: string | null
}

/** For a process that records no notices. */
export const noBalanceWatch: BalanceWatch = { charged() {}, committed() {} }

/** Notices of a balance that are due. */
export interface DueNotices {
  readonly isLow: boolean
  readonly isExhausted: boolean
}

export function areCreditsLow(remaining: number, { lowAt }: Pick<Threshold, "lowAt">): boolean {
  return lowAt !== null && remaining <= lowAt
}

interface CreditState {
  readonly threshold: Threshold
  /** Whether a call was refused for these credits. */
  readonly isRefused: boolean
  /** Whether a quota still pays, so that nobody spends these credits. */
  readonly isSpared: boolean
}

/** What was not told since the last fill. */
export function dueCreditNotices(remaining: number, { threshold, isRefused, isSpared }: CreditState): DueNotices {
  const { fills, lowTold, exhaustedTold } = threshold
  return {
    isLow: !isSpared && areCreditsLow(remaining, threshold) && lowTold !== fills,
    isExhausted: ((remaining === 0 && !isSpared) || isRefused) && exhaustedTold !== fills,
  }
}

/** A quota of 0 is for customers that pay with credits only, and is never near. */
export function isQuotaNear({ limit }: Pick<QuotaInPeriod, "limit">, left: number): boolean {
  return limit > 0 && left <= limit / 5
}

export function isQuotaReached({ limit }: Pick<QuotaInPeriod, "limit">, left: number): boolean {
  return limit > 0 && left === 0
}
