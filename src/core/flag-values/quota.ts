import type { QuotaInterval } from "../quota.ts"

const intervals: Readonly<Record<string, QuotaInterval>> = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  total: "total",
}

/** `10000/month`. */
export function quotaText({ limit, interval }: { readonly limit: number; readonly interval: QuotaInterval }): string {
  const [unit] = Object.entries(intervals).find(([, one]) => one === interval) ?? [interval]
  return `${limit}/${unit}`
}

/** Reads `10000/month`. Returns undefined for anything else. */
export function quotaIn(text: string): { readonly limit: number; readonly interval: QuotaInterval } | undefined {
  const [, amount = "", unit = ""] = /^(\d+)\/(day|week|month|total)$/.exec(text) ?? []
  const interval = intervals[unit]
  const limit = Number(amount)
  return interval === undefined || !Number.isSafeInteger(limit) ? undefined : { limit, interval }
}
