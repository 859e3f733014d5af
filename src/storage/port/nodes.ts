import type { Problem } from "../../contract/problem.ts"
/**
 * The port to the other nodes that share the database. Obligations of an adapter:
 * - A notification reaches every listener in commit order, and never before the commit can be read.
 * - A listener misses nothing between its start and `onDisconnect`.
 */
export interface Nodes {
  /** Identifies this process until it ends. */
  readonly id: string
  /** Resolves once every later change is delivered. */
  listen(handlers: FeedHandlers): Promise<Feed>
  /** Lists this node and returns the nodes listed before it. Nodes that join at the same time do so one after another. */
  join(about: NodeAbout): Promise<Joined>
  /** Renews the lease and sends the heartbeat to every listener. Returns undefined, and does neither, if it was removed. */
  renew(renewal: Renewal): Promise<Renewed | undefined>
  /** Reports how far this node and its verifiers have applied changes. */
  acknowledge(progress: Progress): Promise<void>
  /** Reads every listed node, this one included. */
  readMembership(): Promise<MembershipView>
  /** Removes a node unless it has renewed its lease since this entry was read. */
  remove(seen: NodeEntry): Promise<void>
  leave(): Promise<void>
  close(): Promise<void>
}

/** What a committed transaction has made stale. */
export interface Change {
  /** Number of its last event. Events are numbered in commit order. */
  readonly sequence: number
  readonly staleIds: StaleIds
}

/** How far a node and its verifiers have applied changes. */
export interface Progress {
  /** Number of the last change that the node has applied, and its verifiers but those of `behind`. */
  readonly sequence: number
  /** Workspaces whose verifiers have not acknowledged everything, with the number of the last change that they have. */
  readonly behind: ReadonlyMap<string, number>
}

/** Ids on which cached records depend. */
export type StaleIds = readonly string[] | "all"

export interface FeedHandlers {
  onChange(change: Change): void
  onAcknowledgement(nodeId: string, progress: Progress): void
  onHeartbeat(nodeId: string, heartbeat: number): void
  /** The connection is lost, so later changes are missed. */
  onDisconnect(error: unknown): void
}

export interface Feed {
  close(): void
}

export interface NodeAbout {
  readonly version: string
  /** Whether it counts rate limits in the store that all nodes share. */
  readonly sharesLimits: boolean
  readonly leaseMs: number
}

export interface NodeEntry {
  readonly id: string
  /** By the database clock; every renewal changes it. */
  readonly leaseEndsAt: number
  readonly appliedSequence: number
  readonly sharesLimits: boolean
}

export interface Joined {
  /** The last readable event. An empty cache counts as having applied it. */
  readonly appliedSequence: number
  readonly others: readonly NodeEntry[]
}

export interface Renewal {
  readonly leaseMs: number
  readonly appliedSequence: number
  readonly heartbeat: number
  readonly report: NodeReport
}

/** How a node is doing, as it reports with every renewal. */
export interface NodeReport extends NodeLoad {
  readonly host: string
  /** Events that it had not applied a moment after they were committed. */
  readonly behind: number
  /** Whether it may respond from memory. It may not if it misses notifications, although others wait for it. */
  readonly holdsLease: boolean
}

export interface NodeLoad {
  readonly memoryBytes: number
  readonly verificationsPerSecond: number
}

/** A node as operators see it. */
export interface NodeDetails extends Partial<NodeReport> {
  readonly id: string
  readonly version: string
  readonly startedAt: number
  /** By the database clock. Absent if there is one node, which needs no lease. */
  readonly leaseEndsAt?: number
}

/** The nodes of the installation, for operators. */
export interface NodeDirectory {
  /** The node that handles the request. */
  readonly id: string
  list(): Promise<readonly NodeDetails[]>
  /** Of the node that handles the request. */
  problems(): readonly Problem[]
}

export interface Renewed {
  /** Unix time in milliseconds, by the database clock. */
  readonly databaseNow: number
}

export interface MembershipView {
  /** Number of the last readable event. */
  readonly latestSequence: number
  readonly entered: readonly NodeEntry[]
}

/** What a node knows of itself: `GET /readyz` and `GET /metrics` report it. */
export interface NodeState {
  readonly id: string
  readonly holdsLease: boolean
  readonly sinceRenewalMs: number
  readonly appliedSequence: number
  /** Events that it had not applied at the last renewal. */
  readonly behind: number
  /** Number of nodes that serve the database, this one included. */
  readonly nodes: number
}
