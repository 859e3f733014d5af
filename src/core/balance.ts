import { type Credits, creditsAt, nextRefillAfter, type Refill } from "./credits.ts"
import { overwriteHolds } from "./holds.ts"
import type { Balance, KeyDetails } from "./model.ts"
import { changeThreshold } from "./threshold.ts"

/** Newly configured credits. The first refill is the first refill time after `now`. */
export function newCredits(remaining: number, refill: Refill | null, now: number): Credits {
  return { remaining, refill, refillAt: refill === null ? null : nextRefillAfter(refill, now) }
}

interface WantedCredits {
  readonly remaining: number | null
  readonly refill?: Refill | undefined
  readonly lowAt?: number | null | undefined
}

interface BalanceContext {
  readonly now: number
  mintId(): string
}

/** The balance of a new key; an unlimited key has none. */
export function newBalance(wanted: WantedCredits | undefined, { now, mintId }: BalanceContext): Balance | null {
  const remaining = wanted?.remaining ?? null
  if (remaining === null) return null
  const credits = newCredits(remaining, wanted?.refill ?? null, now)
  const change = { lowAt: wanted?.lowAt, isFilled: true, beginsEmpty: remaining === 0 }
  return { id: mintId(), credits, threshold: changeThreshold(undefined, change) }
}

interface CreditsChange {
  readonly credits: Credits | null
  /** Whether they replace what remained, instead of raising or lowering it. */
  readonly isSet: boolean
  /** Whether they raise what remained. */
  readonly isRaised?: boolean
  /** The new threshold. Absent: as before. */
  readonly lowAt?: number | null | undefined
}

/** A key gets its balance with its first credits, and holds that balance from then on. */
export function changeBalance(
  balance: Balance | null,
  { credits, isSet, isRaised = false, ...wanted }: CreditsChange,
  mintId: () => string,
): Balance | null {
  // An unlimited key has no threshold.
  const lowAt = credits === null ? null : wanted.lowAt
  const beginsEmpty = balance?.credits == null && credits?.remaining === 0
  const threshold = changeThreshold(balance?.threshold, { lowAt, isFilled: isSet || isRaised, beginsEmpty })
  if (balance === null) return credits === null ? null : { id: mintId(), credits, threshold }
  if (credits === balance.credits && threshold.lowAt === (balance.threshold?.lowAt ?? null)) return balance
  return { ...balance, credits, holds: isSet ? overwriteHolds(balance.holds) : balance.holds, threshold }
}

export function creditsOf({ balance }: Pick<KeyDetails, "balance">): Credits | null {
  return balance?.credits ?? null
}

/** The key as every response at `now` must show it: with a due refill, stored or not, and without an ended rotation. */
export function keyAt(key: KeyDetails, now: number): KeyDetails {
  const refilled = refilledAt(key, now)
  if (refilled.previousSecrets.every(({ expires }) => now < expires)) return refilled
  return { ...refilled, previousSecrets: refilled.previousSecrets.filter(({ expires }) => now < expires) }
}

/** The key with a due refill, as it must be stored before other changes. */
export function refilledAt(key: KeyDetails, now: number): KeyDetails {
  const { balance } = key
  if (balance === null || balance.credits === null) return key
  const { remaining, refillAt, refilled } = creditsAt(balance.credits, now)
  if (!refilled) return key
  const credits = { ...balance.credits, remaining, refillAt }
  const threshold = changeThreshold(balance.threshold, { isFilled: true })
  return { ...key, balance: { ...balance, credits, holds: overwriteHolds(balance.holds), threshold } }
}
