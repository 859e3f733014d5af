import { type Family, gauge, sample } from "../observe/families.ts"
import { type StreamEnd, streamEnds } from "./event-stream.ts"

export interface StreamMetrics {
  opened(): void
  ended(reason: StreamEnd): void
  families(): readonly Family[]
}

const openName = "keyward_event_streams"
const openHelp = "Streams of events that are open now."
const endedName = "keyward_event_streams_ended_total"
const endedHelp = "Streams of events that have ended, by reason."

export function createStreamMetrics(): StreamMetrics {
  const ends = new Map<StreamEnd, number>(streamEnds.map((reason) => [reason, 0]))
  let open = 0
  return {
    opened() {
      open += 1
    },
    ended(reason) {
      open -= 1
      ends.set(reason, (ends.get(reason) ?? 0) + 1)
    },
    families() {
      const samples = [...ends].map(([reason, count]) => sample(endedName, count, { reason }))
      return [gauge(openName, openHelp, open), { name: endedName, type: "counter", help: endedHelp, samples }]
    },
  }
}
