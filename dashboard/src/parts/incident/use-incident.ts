import { dayMs, minuteMs } from "../../../../src/core/durations.ts"
import { useRead } from "../../queries.ts"
import { useNow } from "../../ui/time.tsx"
import { useUsagePeriod } from "../usage/usage-period.ts"
import type { Subject } from "./subject.ts"

/** The server explains at most so much at once. */
export const longestDays = 31

/** Why the subject was refused in the period of the page, or in its last days. */
export function useIncident({ type, id }: Subject) {
  const { bounds, every } = useUsagePeriod()
  const now = useNow(minuteMs)
  const end = bounds.to ?? now + minuteMs
  const from = Math.max(bounds.from, end - longestDays * dayMs)
  const period = { from, ...(bounds.to !== undefined && { to: bounds.to }) }
  const subject = type === "key" ? { keyId: id } : { identity: id }
  const incident = useRead(
    ["incident", subject, period],
    (client) => client.usage.getIncident({ ...subject, ...period }),
    {
      ...every(5_000),
    },
  )
  return { incident, period, isCut: from > bounds.from }
}
