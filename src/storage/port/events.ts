import type { EventType } from "../../contract/event-types.ts"
import type { ChainPosition } from "../../core/event-chain.ts"
import type { Actor, Changes, Event, Resource } from "../../core/model.ts"

export interface EventEntry {
  readonly type: EventType
  readonly workspaceId: string
  /** The changed object comes first. */
  readonly resources: readonly [Resource, ...Resource[]]
  readonly changes: Changes
  /** Set if Keyward itself acts instead of the caller. */
  readonly actor?: Actor
}

export interface EventFilter {
  readonly limit: number
  /** Returns only events before this sequence number. */
  readonly before: number | undefined
  readonly workspaceId: string | undefined
  readonly type: string | undefined
  /** Only updates that switch their object on, or off. */
  readonly switchedTo?: boolean | undefined
  readonly resourceId: string | undefined
  readonly actorId: string | undefined
  readonly requestId?: string | undefined
  readonly since: number | undefined
  readonly until: number | undefined
}

export interface RecordedEvent extends Event {
  readonly sequence: number
  /** Version of the hash input; null is the first version. */
  readonly chainVersion: number | null
  readonly previousHash: string
  readonly hash: string
}

export interface EventReads {
  /** Newest first. */
  list(filter: EventFilter): Promise<readonly RecordedEvent[]>
  /** Finds the number of an event. It counts the events of all workspaces, so no tenant may see it. */
  findSequence(eventId: string, workspaceId?: string): Promise<number | undefined>
  /** Returns every chain, including those of deleted workspaces, ascending by workspace id. */
  listChains(): Promise<readonly EventChain[]>
  /** Returns the recorded end of a chain. */
  findChainEnd(workspaceId: string): Promise<ChainPosition | undefined>
  /** Reads one chain, oldest first, in pages. Content that is not valid JSON is returned as stored. */
  listChain(workspaceId: string, after: number, limit: number): Promise<readonly RecordedEvent[]>
  /** Returns the objects under which these events are indexed, unordered. */
  listNamed(sequences: readonly number[]): Promise<readonly NamedByEvent[]>
}

export interface NamedByEvent {
  readonly sequence: number
  readonly resourceId: string
}

export interface EventChain {
  readonly workspaceId: string
  /** Absent only if the record was tampered with. */
  readonly end: ChainPosition | undefined
}
