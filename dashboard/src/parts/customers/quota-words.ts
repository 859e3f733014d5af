import type { Identity, QuotaInput } from "@keyward/client"
import { formatWhole } from "../../ui/format.ts"

type Interval = QuotaInput["interval"]

/** When the count starts again: "Every month on day 15". */
export function intervalText(interval: Interval, billingDay = 1): string {
  switch (interval) {
    case "daily":
      return "Every day"
    case "weekly":
      return "Every Monday"
    case "monthly":
      return `Every month on day ${billingDay}`
    case "total":
      return "Never"
  }
}

/** The period that is counted: "this month". */
export function periodText(interval: Interval): string {
  switch (interval) {
    case "daily":
      return "today"
    case "weekly":
      return "this week"
    case "monthly":
      return "this month"
    case "total":
      return "in total"
  }
}

/** What happens to use beyond the limit. */
export function overageText({ quota, credits }: Pick<Identity, "quota" | "credits">): string {
  const overage = quota?.overage ?? null
  const end =
    overage === 0
      ? "refused"
      : overage === null
        ? "pay as you go, without a bound"
        : `up to ${formatWhole(overage)} as overage, then refused`
  const text = credits === undefined ? end : `paid with credits, then ${end}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const utcDate = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" })

/** Periods begin at 00:00 UTC, so the local day may be another. */
export function utcDay(time: number): string {
  return `${utcDate.format(time)} UTC`
}
