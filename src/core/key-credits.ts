import { nextRefillAfter, type Refill, settleCredits } from "./credits.ts"
import type { Credits, KeyDetails } from "./model.ts"

/** Credits as they are when somebody configures them: the first refill is the first instant after that. */
export function newCredits(remaining: number, refill: Refill | null, now: number): Credits {
  return { remaining, refill, refillAt: refill === null ? null : nextRefillAfter(refill, now) }
}

/** Credits as every answer at `now` has to show them, whether or not the refill has been stored. */
function creditsAt(credits: Credits | null, now: number): Credits | null {
  if (credits === null) return null
  const { remaining, refillAt, refilled } = settleCredits(credits, now)
  return refilled ? { ...credits, remaining, refillAt } : credits
}

export function keyAt(key: KeyDetails, now: number): KeyDetails {
  const credits = creditsAt(key.credits, now)
  return credits === key.credits ? key : { ...key, credits }
}
