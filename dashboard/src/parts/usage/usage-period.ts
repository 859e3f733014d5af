import { useSearch } from "@tanstack/react-router"
import { minuteMs } from "../../../../src/core/durations.ts"
import { usagePeriod } from "../../search.ts"
import { useNow } from "../../ui/time.tsx"

/** The time range that the address chooses, up to the present. */
export function useUsagePeriod() {
  const { range = "24h" } = useSearch({ strict: false })
  return usagePeriod(range, useNow(minuteMs))
}
