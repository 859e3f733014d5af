import type { Plan, QuotaInput } from "@keyward/client"
import { formatWhole } from "../../ui/format.ts"
import { numberIn } from "../fields/number-text.ts"

/** A quota as it is typed. */
export interface QuotaDraft {
  /** "none": no quota. */
  readonly interval: QuotaInput["interval"] | "none"
  readonly limit: string
  readonly beyond: Beyond
  readonly overage: string
}

/** What happens beyond the limit: refused, allowed up to a bound, or allowed without one. */
export type Beyond = "stop" | "some" | "any"

export function quotaDraft(quota: Plan["quota"]): QuotaDraft {
  const { limit = 10_000, interval = "none", overage = 0 } = quota ?? {}
  return {
    interval,
    limit: formatWhole(limit),
    beyond: overage === null ? "any" : overage === 0 ? "stop" : "some",
    overage: formatWhole(overage || 1_000),
  }
}

/** What is wrong with the numbers that are used. */
export function quotaErrors({ interval, limit, beyond, overage }: QuotaDraft) {
  const hasQuota = interval !== "none"
  const error = "Type a whole number."
  return {
    ...(hasQuota && !isWhole(limit) && { limit: error }),
    ...(hasQuota && beyond === "some" && !isWhole(overage) && { overage: error }),
  }
}

function isWhole(text: string): boolean {
  return Number.isInteger(numberIn(text))
}

/** The quota as the server receives it. */
export function quotaInput({ interval, limit, beyond, overage }: QuotaDraft): Required<QuotaInput> | null {
  if (interval === "none") return null
  return {
    limit: numberIn(limit),
    interval,
    overage: beyond === "any" ? null : beyond === "stop" ? 0 : numberIn(overage),
  }
}
