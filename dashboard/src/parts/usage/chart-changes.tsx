import type { Event } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { visibleText } from "../../ui/format.ts"
import { Actor } from "../events/actor.tsx"
import { objectName, wordsOf } from "../events/event-words.ts"
import type { useUsagePeriod } from "./usage-period.ts"

/** Changes of a chart's time, which may be why its bars changed. */
export interface ChartChanges {
  readonly events: readonly Event[]
  /** There are older ones, which are not marked. */
  readonly isPartial: boolean
}

const limit = 100
const none: ChartChanges = { events: [], isPartial: false }

/** The changes of a period to one object, or to the whole workspace. */
export function useChartChanges(
  { bounds: { from, to }, every }: ReturnType<typeof useUsagePeriod>,
  resourceId: string | undefined,
): ChartChanges {
  const filter = {
    since: from,
    ...(to !== undefined && { until: to }),
    ...(resourceId !== undefined && { resourceId }),
  }
  const { data } = useRead(["chart-changes", filter], (client) => client.events.listEvents({ ...filter, limit }), {
    ...every(10_000),
    isEnabled: useCan()("event.*.read_event"),
  })
  if (data === undefined) return none
  // Signing in changes nothing.
  return { events: data.filter(({ type }) => !type.startsWith("session.")), isPartial: data.length === limit }
}

/** The changes in an interval. */
export function changesIn({ events }: ChartChanges, start: number, stepMs: number): readonly Event[] {
  return events.filter(({ time }) => time >= start && time < start + stepMs)
}

/** "Mara Klein disabled the key Production", without links, because the tip that shows it follows the pointer. */
export function ChangeLine({ event }: { readonly event: Event }) {
  const { verb, object } = wordsOf(event)
  const name = objectName(event)
  return (
    <div>
      <Actor actor={event.actor} /> {[verb, object, name && visibleText(name)].filter(Boolean).join(" ")}
    </div>
  )
}
