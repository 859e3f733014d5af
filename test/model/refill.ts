import type { Credits, Key, Refill } from "./state.ts"

const dayMs = 86_400_000

/** The credits of a key, even if another key with the same balance set or spent them last. */
export function creditsOf({ balance }: Key, now: number): Credits | undefined {
  return balance?.credits && creditsAt(balance.credits, now)
}

/** docs/contract.md#21-credits-and-refill: a refill instant since the last change sets the balance; several count as one. */
function creditsAt(credits: Credits, now: number): Credits {
  const { refill, asOf } = credits
  if (refill === undefined) return credits
  for (let midnight = midnightAfter(asOf); midnight <= now; midnight += dayMs) {
    if (isRefilledOn(refill, new Date(midnight))) return { remaining: refill.amount, refill, asOf: now }
  }
  return credits
}

/** The next instant at which the balance changes. */
export function nextRefill(refill: Refill, now: number): number {
  let midnight = midnightAfter(now)
  while (!isRefilledOn(refill, new Date(midnight))) midnight += dayMs
  return midnight
}

function midnightAfter(instant: number): number {
  return instant - (instant % dayMs) + dayMs
}

function isRefilledOn(refill: Refill, day: Date): boolean {
  if (refill.interval === "daily") return true
  const isLastOfMonth = new Date(day.getTime() + dayMs).getUTCDate() === 1
  const date = day.getUTCDate()
  return date === refill.refillDay || (isLastOfMonth && date < refill.refillDay)
}
