import type { Event } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"

interface Wanted {
  readonly resourceId: string
  readonly type: string
}

/** The newest event of a type about an object: who disabled this key, who deleted it. */
export function useLatestEvent({ resourceId, type }: Wanted, isEnabled = true): Event | undefined {
  const can = useCan()
  const { data } = useRead(
    ["events", "latest", resourceId, type],
    (client) => client.events.listEvents({ resourceId, type, limit: 1 }),
    { isEnabled: isEnabled && can("event.*.read_event") },
  )
  const event = data?.[0]
  // Until this answer has come, the data is that of the object before.
  return event?.resources.some(({ id }) => id === resourceId) ? event : undefined
}
