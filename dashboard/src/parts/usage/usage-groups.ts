import type { UsageGetVerificationsInput } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useUsagePeriod } from "./usage-period.ts"

type Question = Pick<UsageGetVerificationsInput, "apiId" | "keyIds" | "identity" | "codes" | "limit">
type Dimension = "api" | "key" | "identity" | "tag"

/**
 * The verifications of the chosen time range by API, key, customer or tag, largest first. Keys come with their customer,
 * because many have the same name.
 */
export function useUsageGroups(by: Dimension, question: Question = {}, isEnabled = true) {
  const { bounds, interval, every } = useUsagePeriod()
  const groupBy = by === "key" && question.identity === undefined ? (["key", "identity"] as const) : [by]
  return useRead(
    ["usage", by, question, bounds, interval],
    (client) => client.usage.getVerifications({ ...question, ...bounds, interval, groupBy }),
    { ...every(5_000), isEnabled },
  )
}

/** Every outcome that is not VALID. */
export const refusals: NonNullable<Question["codes"]> = [
  "RATE_LIMITED",
  "USAGE_EXCEEDED",
  "INSUFFICIENT_PERMISSIONS",
  "FORBIDDEN",
  "DISABLED",
  "EXPIRED",
  "NOT_FOUND",
]
