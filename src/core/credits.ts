import { dayOfMonth } from "./day-of-month.ts"
import { dayMs } from "./durations.ts"

export type Refill =
  | { readonly interval: "daily"; readonly amount: number }
  | { readonly interval: "monthly"; readonly amount: number; readonly refillDay: number }

export interface Credits {
  readonly remaining: number
  readonly refill: Refill | null
  /** When the next refill sets the balance to the refill amount; null without a refill. */
  readonly refillAt: number | null
}

export interface CreditsAtTime {
  readonly remaining: number
  readonly refillAt: number | null
  /** True if the stored balance is out of date and `key.refilled` is not recorded yet. */
  readonly refilled: boolean
}

/** The balance at `now`. A refill sets the balance, and several missed refills count as one. */
export function creditsAt({ remaining, refill, refillAt }: Credits, now: number): CreditsAtTime {
  if (refill === null || refillAt === null || now < refillAt) {
    return { remaining, refillAt, refilled: false }
  }
  return { remaining: refill.amount, refillAt: nextRefillAfter(refill, now), refilled: true }
}

/** The first refill time strictly after the given instant, in UTC. */
export function nextRefillAfter(refill: Refill, instantMs: number): number {
  if (refill.interval === "daily") return (Math.floor(instantMs / dayMs) + 1) * dayMs
  const inThisMonth = dayOfMonth(refill.refillDay, instantMs, 0)
  return inThisMonth > instantMs ? inThisMonth : dayOfMonth(refill.refillDay, instantMs, 1)
}
