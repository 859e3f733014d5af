import type { Plan } from "@keyward/client"
import { counted, formatWhole } from "../../ui/format.ts"

/** "2 permissions · 1 limit · 10,000 per month · up to 10 keys". */
export function planSummary({ permissions, ratelimits, quota, maxKeys }: Plan): string {
  const parts = [
    permissions.length > 0 && counted(permissions.length, "permission"),
    ratelimits.length > 0 && counted(ratelimits.length, "limit"),
    quota !== undefined && quotaWords(quota),
    maxKeys !== undefined && (maxKeys === 1 ? "1 key" : `up to ${formatWhole(maxKeys)} keys`),
  ]
  return parts.filter((part) => part !== false).join(" · ")
}

const perPeriod = { daily: "per day", weekly: "per week", monthly: "per month", total: "in total" }

/** "10,000 per month", "10,000 per month and overage". */
function quotaWords({ limit, interval, overage }: NonNullable<Plan["quota"]>): string {
  return `${formatWhole(limit)} ${perPeriod[interval]}${overage === 0 ? "" : " and overage"}`
}
