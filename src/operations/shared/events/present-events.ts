import { toWireEvent } from "../../../core/wire.ts"
import type { RecordedEvent } from "../../../storage/port/events.ts"
import type { ContextWith } from "../../context.ts"

/** An event records ids. People read names. */
export async function presentEvents({ usage }: ContextWith<"store">["store"], events: readonly RecordedEvent[]) {
  const ids = events.flatMap(({ resources }) => resources.map(({ id }) => id))
  const names = await usage.findNames([...new Set(ids)])
  return events.map((recorded) => {
    const event = toWireEvent(recorded)
    const resources = event.resources.map((resource) => {
      const name = names.get(resource.id)
      return name === undefined ? resource : { ...resource, name }
    })
    return { ...event, resources }
  })
}
