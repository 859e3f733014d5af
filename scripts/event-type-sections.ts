import { eventTypes, isNotice } from "../src/contract/event-types.ts"
import { resourceList } from "../src/contract/resources.ts"
import { realisticEvent } from "../src/core/event-samples.ts"

const frame = {
  eventId: "evt_1CAiZx1YPnJZtcPxTdBGPS",
  workspaceId: "ws_1CAiZx1YPnJZtcPxTdBGPS",
  now: Date.UTC(2026, 0, 2, 9, 30),
}

/** For docs/event-types.md: every type with a sample, by object. */
export function eventTypeSections(): string {
  const nouns = resourceList.flatMap(({ objects = {} }) =>
    Object.entries(objects).map(([object, { noun }]) => [object, noun] as const),
  )
  const sections = nouns.map(([object, noun]) => {
    const types = eventTypes.filter((type) => type.startsWith(`${object}.`))
    const heading = `## ${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
    return types.length === 0 ? [] : [heading, ...types.map(sampleSection)]
  })
  return sections.flat().join("\n\n")
}

function sampleSection(type: (typeof eventTypes)[number]): string {
  const { time, ...event } = realisticEvent(type, frame)
  const message = { type, timestamp: new Date(time).toISOString(), data: { ...event, time } }
  const sample = ["```json", JSON.stringify(message, null, 2), "```"].join("\n")
  return [`### ${type}`, ...(isNotice(type) ? ["A notice."] : []), sample].join("\n\n")
}
