import type { RecordedEvent } from "../../../storage/port/events.ts"
import type { ContextWith } from "../../context.ts"
import { presentEvents } from "./present-events.ts"

/** The longest message with `changes`, in bytes. */
const longestMessage = 65_536

export interface EventMessage {
  readonly eventId: string
  /** JSON of the message. */
  readonly body: string
}

/** The messages about these events (contract/event-message.ts), in the same order. */
export async function eventMessages(
  store: ContextWith<"store">["store"],
  events: readonly RecordedEvent[],
): Promise<readonly EventMessage[]> {
  const shown = await presentEvents(store, events)
  return shown.map((event) => ({ eventId: event.eventId, body: bodyOf(event) }))
}

type ShownEvent = Awaited<ReturnType<typeof presentEvents>>[number]

function bodyOf(event: ShownEvent): string {
  const { type, time, changes: _changes, ...rest } = event
  const about = { type, timestamp: new Date(time).toISOString() }
  const whole = JSON.stringify({ ...about, data: event })
  if (Buffer.byteLength(whole) <= longestMessage) return whole
  return JSON.stringify({ ...about, data: { ...rest, type, time, changesOmitted: true } })
}
