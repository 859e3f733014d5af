import { useMemo } from "react"
import { logPeriod } from "../../period.ts"
import { useRange } from "../usage/usage-period.ts"

/** The time that the address chooses for a log: everything if it names none. It stays the same while rows come. */
export function useLogPeriod(): ReturnType<typeof logPeriod> {
  const range = useRange()
  return useMemo(() => (range === undefined ? {} : logPeriod(range, Date.now())), [range])
}

/** The same for a few of the latest rows, where a length of time up to the present would leave out the only ones. */
export function useLatestPeriod(): ReturnType<typeof logPeriod> {
  const range = useRange()
  const period = useLogPeriod()
  return range === undefined || range.type === "last" ? {} : period
}
