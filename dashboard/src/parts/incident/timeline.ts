import type { Event, IncidentRefusals } from "@keyward/client"
import { requestsOf } from "../events/requests.ts"

export interface Spell {
  readonly code: IncidentRefusals["code"]
  readonly from: number
  /** The end of its last interval. */
  readonly until: number
  readonly count: number
}

export type TimelineEntry =
  | { readonly type: "change"; readonly time: number; readonly events: readonly [Event, ...Event[]] }
  | { readonly type: "refusals"; readonly time: number; readonly spell: Spell }

/** Refusals and changes together, newest first. The events come newest first. */
export function timelineOf(
  refusals: readonly Pick<IncidentRefusals, "code" | "spells" | "firstAt">[],
  events: readonly Event[],
): readonly TimelineEntry[] {
  const changes = requestsOf(events).map(
    (request): TimelineEntry => ({ type: "change", time: request[0].time, events: request }),
  )
  const spells = refusals.flatMap(({ code, spells: some, firstAt }) =>
    some.map((spell): TimelineEntry => {
      // Counts know the interval only, but the log may know when the first came.
      const time = firstAt > spell.from && firstAt < spell.until ? firstAt : spell.from
      return { type: "refusals", time, spell: { code, ...spell, from: time } }
    }),
  )
  return [...spells, ...changes].toSorted((one, other) => rank(other) - rank(one))
}

/** A change within the same minute is more often the cause than the effect. */
function rank(entry: TimelineEntry): number {
  return entry.type === "refusals" ? Math.ceil((entry.time + 1) / 60_000) * 60_000 : entry.time
}
