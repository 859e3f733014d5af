import { type ChainPosition, chainHash, currentChainVersion } from "../../../core/event-chain.ts"
import type { Event } from "../../../core/model.ts"
import { sha256 } from "../../../secrets/hash.ts"
import { actorColumns, actorRow } from "../schema/actors.ts"
import { conversionFor } from "../schema/conversion.ts"
import type { EventRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

/** What a change records. */
export interface RecordedChange {
  readonly events: readonly Event[]
  readonly staleIds: readonly string[]
}

/** The rows that append events to the chains of their workspaces. */
export interface AppendedEvents {
  /** In the order of their numbers, which the database assigns. */
  readonly events: readonly Omit<EventRow, "sequence">[]
  /** The objects that each event names; `place` is the index of the event. */
  readonly resources: readonly { readonly resourceId: string; readonly place: number }[]
  readonly chains: readonly ({ readonly workspaceId: string } & ChainPosition)[]
}

/** Continues the chains from their stored ends. */
export function appendEvents(events: readonly Event[], storedEnds: ReadonlyMap<string, ChainPosition>): AppendedEvents {
  const ends = new Map<string, ChainPosition>()
  const rows = events.map((event) => {
    const { workspaceId } = event
    const end = ends.get(workspaceId) ?? storedEnds.get(workspaceId)
    if (end === undefined) throw new Error(`The workspace ${workspaceId} does not exist.`)
    const hash = chainHash(sha256, end.hash, { ...event, chainVersion: currentChainVersion })
    ends.set(workspaceId, { length: end.length + 1, hash })
    return rowOf(event, end, hash)
  })
  return {
    events: rows,
    resources: events.flatMap(({ resources }, place) =>
      [...new Set(resources.map(({ id }) => id))].map((resourceId) => ({ resourceId, place })),
    ),
    chains: [...ends].map(([workspaceId, end]) => ({ workspaceId, ...end })),
  }
}

const { toRow } = conversionFor(tables.events, "sequence", ...actorColumns)

function rowOf(event: Event, end: ChainPosition, hash: string): Omit<EventRow, "sequence"> {
  const place = { previousHash: end.hash, chainNumber: end.length + 1 }
  const row = toRow({ ...event, ...place, hash, chainVersion: currentChainVersion })
  return { ...row, ...actorRow(event.actor) }
}
