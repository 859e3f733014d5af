import { minuteMs } from "../../../../src/core/durations.ts"
import { type BillPeriod, billPeriod } from "../../bill-period.ts"
import { thisMonth } from "../../range.ts"
import { useNow } from "../../ui/time.tsx"
import { useRange } from "./usage-period.ts"

/** The time that a bill is of: the chosen range, or this month. */
export function useBillPeriod(): BillPeriod {
  const now = useNow(minuteMs)
  return billPeriod(useRange() ?? thisMonth(now), now)
}
