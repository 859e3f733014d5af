import { invalidInput } from "../../../contract/errors.ts"
import type { UsageInterval } from "../../../contract/usage-intervals.ts"
import { resolveUsageRange, type UsageRange } from "../../../core/usage-interval.ts"
import type { ContextWith } from "../../context.ts"

interface RangeContext extends ContextWith<"now" | "usageDays"> {
  readonly input: {
    readonly from: number
    readonly to?: number | undefined
    readonly interval?: UsageInterval | undefined
  }
}

/** The fields of the request that name the range. */
const usualNames = { from: "from", to: "to" }

/** Rounds the range of a request. Throws 400 if it is finer than what is kept. */
export function usageRange(
  { input, now, usageDays }: RangeContext,
  isLabelled: boolean,
  names: { readonly from: string; readonly to: string } = usualNames,
): UsageRange {
  const { from, to, interval } = input
  const range = resolveUsageRange({ from, to, interval, now, hourDays: usageDays, isLabelled })
  if ("times" in range) return range
  throw invalidInput({
    location: `body.${range.field === "interval" ? range.field : names[range.field]}`,
    message: range.message,
  })
}
