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
  readonly before?: number | undefined
  /** Returns only events after this sequence number, and the oldest first. */
  readonly after?: number | undefined
  readonly workspaceId: string | undefined
  readonly types?: readonly string[] | undefined
  /** Only updates that switch their object on, or off. */
  readonly switchedTo?: boolean | undefined
  readonly resourceId?: string | undefined
  readonly actorId?: string | undefined
  readonly requestId?: string | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** Changes of a time, about one object or of the whole workspace. */
export interface ChangeQuery {
  readonly workspaceId: string
  readonly resourceId?: string | undefined
  readonly types: readonly EventType[]
  readonly requestId?: string | undefined
  readonly since: number
  /** Only events before this sequence number, as `findPosition` returns it. */
  readonly before: number
  readonly limit: number
}

export interface RecordedEvent extends Event {
  readonly sequence: number
  /** Its number in the chain of its workspace. */
  readonly chainNumber: number
  /** Version of the hash input. */
  readonly chainVersion: number
  readonly previousHash: string
  readonly hash: string
}

export interface EventReads {
  /** Newest first, unless the filter has `after`. */
  list(filter: EventFilter): Promise<readonly RecordedEvent[]>
  /**
   * Newest first. Reads a bounded number of events about the object, or of the workspace, so that it may miss older ones
   * behind many others.
   */
  listChanges(query: ChangeQuery): Promise<readonly RecordedEvent[]>
  /** The number before which the events of a workspace are older than this time. */
  findPosition(workspaceId: string, time: number): Promise<number>
  /** With a workspace, only an event of this workspace is found. */
  find(eventId: string, workspaceId: string | undefined): Promise<RecordedEvent | undefined>
  /** Finds the number of an event. It counts the events of all workspaces, so no tenant may see it. */
  findSequence(eventId: string, workspaceId?: string): Promise<number | undefined>
  /** The number of the newest event of all workspaces; 0 if there is none. */
  findLatest(): Promise<number>
  /** Where the events after a number are, of all workspaces, in order and without their content. */
  listPlaces(after: number, limit: number): Promise<readonly EventPlace[]>
  /** The events with these numbers, in order. */
  listNumbered(sequences: readonly number[]): Promise<readonly RecordedEvent[]>
  /** Returns every chain, including those of deleted workspaces, ascending by workspace id. */
  listChains(): Promise<readonly EventChain[]>
  /** Returns the recorded end of a chain. */
  findChainEnd(workspaceId: string): Promise<ChainPosition | undefined>
  /** Reads one chain, oldest first, in pages. Content that is not valid JSON is returned as stored. */
  listChain(workspaceId: string, after: number, limit: number): Promise<readonly RecordedEvent[]>
  /** Returns the objects under which these events are indexed, unordered. */
  listNamed(sequences: readonly number[]): Promise<readonly NamedByEvent[]>
}

export interface EventPlace {
  readonly sequence: number
  readonly workspaceId: string
  readonly type: string
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
