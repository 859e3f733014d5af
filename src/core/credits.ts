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
  const instant = new Date(instantMs)
  const month = { year: instant.getUTCFullYear(), index: instant.getUTCMonth() }
  const inThisMonth = refillInMonth(refill.refillDay, month)
  if (inThisMonth > instantMs) return inThisMonth
  return refillInMonth(refill.refillDay, { year: month.year, index: month.index + 1 })
}

/** `Date` reads month 12 as January of the next year. */
function refillInMonth(refillDay: number, month: { readonly year: number; readonly index: number }): number {
  const lastDay = new Date(Date.UTC(month.year, month.index + 1, 0)).getUTCDate()
  return Date.UTC(month.year, month.index, Math.min(refillDay, lastDay))
}
