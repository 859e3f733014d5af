import type { Refill } from "../credits.ts"

/** `1000/day` or `1000/month@15`. The default day is the first of the month. */
export function refillIn(text: string): Refill | undefined {
  const [, number, interval, day] = /^(\d{1,15})\/(day|daily|month|monthly)(?:@(\d{1,2}))?$/.exec(text) ?? []
  if (number === undefined) return undefined
  const amount = Number(number)
  if (interval?.startsWith("month")) return { interval: "monthly", amount, refillDay: Number(day ?? 1) }
  return day === undefined ? { interval: "daily", amount } : undefined
}

export function refillText(refill: Refill): string {
  return refill.interval === "daily" ? `${refill.amount}/day` : `${refill.amount}/month@${refill.refillDay}`
}
