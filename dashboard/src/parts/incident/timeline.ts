import type { Event } from "@keyward/client"
import { requestsOf } from "../events/requests.ts"
import type { Reason, Spell } from "./reasons.ts"

export type TimelineEntry =
  | { readonly type: "change"; readonly time: number; readonly events: readonly [Event, ...Event[]] }
  | { readonly type: "refusals"; readonly time: number; readonly spell: Spell }

/** Refusals and changes together, newest first. The events come newest first. */
export function timelineOf(reasons: readonly Reason[], events: readonly Event[]): readonly TimelineEntry[] {
  const changes = requestsOf(events).map(
    (request): TimelineEntry => ({ type: "change", time: request[0].time, events: request }),
  )
  const refusals = reasons.flatMap(({ spells }) =>
    spells.map((spell): TimelineEntry => ({ type: "refusals", time: spell.from, spell })),
  )
  // Counts know the interval only. A change within it is more often the cause than the effect.
  const rank = (entry: TimelineEntry) => (entry.type === "refusals" ? entry.time + entry.spell.stepMs : entry.time)
  return [...refusals, ...changes].toSorted((one, other) => rank(other) - rank(one))
}
