import { type ChainPosition, endOfChain, followChain } from "../../../core/event-chain.ts"
import { createPauser } from "../../../core/pauses.ts"
import type { ContextWith } from "../../context.ts"

/** Where a check of a chain continues: after this many intact events, of which the last has this id, number and hash. */
export interface ChainPlace extends ChainPosition {
  readonly eventId: string
  readonly sequence: number
}

export type ChainCheck =
  | { readonly type: "intact"; readonly place: ChainPlace }
  /** There are more events than one call checks. */
  | { readonly type: "unfinished"; readonly place: ChainPlace }
  | { readonly type: "broken"; readonly place: ChainPlace; readonly eventId: string | undefined }

/** Bounds the work of one call. */
const maxEvents = 5_000
const eventsPerRead = 100

/** Follows the events of a workspace from a place that an earlier call has reached. */
export async function checkChain(
  { store, vault }: ContextWith<"store" | "vault">,
  workspaceId: string,
  from: ChainPlace,
): Promise<ChainCheck> {
  const pauseIfDue = createPauser(() => performance.now())
  let place = from
  for (;;) {
    if (place.length - from.length >= maxEvents) return { type: "unfinished", place }
    // The recorded end is read first: events that follow it belong to later changes.
    const recorded = await store.events.findChainEnd(workspaceId)
    const events = await store.events.listChain(workspaceId, place.sequence, eventsPerRead)
    for (const event of events) {
      const step = followChain(vault.hash, place, event)
      if (step.type !== "intact") return { type: "broken", place, eventId: event.id }
      place = { ...step.position, eventId: event.id, sequence: event.sequence }
      await pauseIfDue()
    }
    if (events.length === eventsPerRead) continue
    const ending = endOfChain(place, recorded)
    if (ending === "intact") return { type: "intact", place }
    // A change was committed between the two reads.
    if (ending === "overlong" && events.length > 0) continue
    return { type: "broken", place, eventId: undefined }
  }
}
