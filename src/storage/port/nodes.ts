/**
 * The port to the other nodes that share the database. Obligations of an adapter:
 * - What is told reaches every listener in the order of the commits, and never before the commit can be read.
 * - A node that was told of nothing since it began to listen has missed nothing, as long as it is not told that it is deaf.
 */
export interface Nodes {
  /** Of this node, from its start to its end. */
  readonly id: string
  /** Resolves once nothing more is missed. */
  listen(ears: Ears): Promise<Feed>
  /** Enters this node, one after the other with those that do so at the same time; what was entered before it is told. */
  join(about: NodeAbout): Promise<Joined>
  /** Renews the lease and lets every listener hear this heartbeat; nothing of both, and undefined, if it was removed. */
  renew(renewal: Renewal): Promise<Renewed | undefined>
  /** Tells everybody that this node answers nothing from before this sequence number any more. */
  acknowledge(sequence: number): Promise<void>
  /** Every node that is entered, this one included. */
  look(): Promise<Standing>
  /** Removes a node that has not renewed its lease since it was seen like this. */
  remove(seen: EnteredNode): Promise<void>
  leave(): Promise<void>
  close(): Promise<void>
}

/** What a committed transaction has made stale. */
export interface Change {
  /** Of its last event. Events are numbered in the order of the commits. */
  readonly sequence: number
  readonly spoiled: Spoiled
}

/** Ids on which records in memory depend. */
export type Spoiled = readonly string[] | "all"

export interface Ears {
  onChange(change: Change): void
  onAcknowledgement(nodeId: string, sequence: number): void
  onHeartbeat(nodeId: string, heartbeat: number): void
  /** The connection is lost, and what is told from now on is missed. */
  onDeaf(error: unknown): void
}

export interface Feed {
  close(): void
}

export interface NodeAbout {
  readonly version: string
  /** Whether its counters of rate limits are those of all nodes. */
  readonly sharesLimits: boolean
  readonly leaseMs: number
}

export interface EnteredNode {
  readonly id: string
  /** By the clock of the database; another one after every renewal. */
  readonly leaseEndsAt: number
  readonly appliedSequence: number
  readonly sharesLimits: boolean
}

export interface Joined {
  /** The last event that can be read: a memory which is still empty knows of it. */
  readonly appliedSequence: number
  readonly others: readonly EnteredNode[]
}

export interface Renewal {
  readonly leaseMs: number
  readonly appliedSequence: number
  readonly heartbeat: number
}

export interface Renewed {
  /** Unix time in milliseconds by the clock of the database. */
  readonly databaseNow: number
}

export interface Standing {
  /** Of the last event that can be read. */
  readonly latestSequence: number
  readonly entered: readonly EnteredNode[]
}

/** What a node knows of itself: `GET /readyz` and `GET /metrics` report it. */
export interface NodeState {
  readonly id: string
  readonly holdsLease: boolean
  readonly sinceRenewalMs: number
  readonly appliedSequence: number
  /** How many events it is behind what the database had at the last renewal. */
  readonly behind: number
  /** Nodes that serve the database, this one included. */
  readonly nodes: number
}
