import type { Event } from "@keyward/client"
import { useMemo } from "react"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { useUsagePeriod } from "../usage/usage-period.ts"
import { incidentInterval } from "./incident-interval.ts"
import { reasonsOf } from "./reasons.ts"
import { readEvents, type Subject, usageFilter } from "./subject.ts"

/** The period of the page as logs and events name it. */
export interface IncidentPeriod {
  readonly since: number
  readonly until?: number
}

/** Why the subject was refused in the period of the page, from stored counts, and what changed then. */
export function useIncident(subject: Subject) {
  const { bounds, every } = useUsagePeriod()
  const interval = incidentInterval(bounds, Date.now())
  const fine = useCounts(subject, interval, true)
  // A workspace with very many keys keeps some of its counts by the hour only.
  const isCoarse = fine.data?.coarse === true && interval === "minute"
  const coarse = useCounts(subject, "hour", isCoarse)
  const counts = isCoarse ? coarse : fine
  const period: IncidentPeriod = { since: bounds.from, ...(bounds.to !== undefined && { until: bounds.to }) }
  const reasons = useMemo(() => counts.data && reasonsOf(counts.data), [counts.data])
  return { counts, reasons, period, changes: useChanges(subject, period, every(10_000)) }
}

function useCounts(subject: Subject, interval: "minute" | "hour" | "day", isEnabled: boolean) {
  const { bounds, every } = useUsagePeriod()
  const filter = usageFilter(subject)
  return useRead(
    ["refusals", filter, bounds, interval],
    (client) => client.usage.getVerifications({ ...filter, ...bounds, interval, groupBy: ["code"] }),
    { ...every(5_000), isEnabled },
  )
}

const none: readonly Event[] = []

/** The changes of a period. Undefined for people who may not read events. */
function useChanges(subject: Subject, period: IncidentPeriod, every: { readonly everyMs?: number }) {
  const mayRead = useCan()("event.*.read_event")
  const { data } = useRead(["events", "incident", subject, period], (client) => readEvents(client, subject, period), {
    ...every,
    isEnabled: mayRead,
  })
  return mayRead ? (data ?? none) : undefined
}
