import { useSearch } from "@tanstack/react-router"
import { useMemo } from "react"
import { minuteMs } from "../../../../src/core/durations.ts"
import { usagePeriod } from "../../period.ts"
import { parseRange, type Range, usualRange } from "../../range.ts"
import { useNow } from "../../ui/time.tsx"

/** The time range that the address names, if it does. */
export function useRange(): Range | undefined {
  const { range = "" } = useSearch({ strict: false })
  return useMemo(() => parseRange(range), [range])
}

/** What usage operations count in the chosen time range. */
export function useUsagePeriod() {
  const period = usagePeriod(useRange() ?? usualRange, useNow(minuteMs))
  /** How often to read again: what is over stays as it is. */
  const every = (ms: number) => (period.isOver ? {} : { everyMs: ms })
  return { ...period, every }
}
