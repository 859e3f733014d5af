import {
  type ChainEnding,
  type ChainPosition,
  chainStart,
  endOfChain,
  followChain,
  installationChain,
} from "../core/event-chain.ts"
import { sha256 } from "../secrets/hash.ts"
import type { EventReads, NamedByEvent, RecordedEvent } from "../storage/port/events.ts"

/** The result of following the events of one workspace from first to last. */
export interface ChainReport {
  readonly workspaceId: string
  /** Position up to which the chain is intact. */
  readonly reached: ChainPosition
  /** The last intact event. */
  readonly last: EventPosition | undefined
  readonly fault: ChainFault | undefined
}

export type ChainFault =
  /** Headless: the first event is not `workspace.created`. Unfindable: the index of the event names other objects. */
  | { readonly type: "altered" | "misplaced" | "headless" | "unfindable"; readonly event: EventPosition }
  | { readonly type: "empty" }
  /** The chain does not contain an end that an operator recorded outside the database. */
  | { readonly type: "rewritten"; readonly kept: ChainPosition }
  | { readonly type: Exclude<ChainEnding, "intact">; readonly recorded: ChainPosition | undefined }

interface EventPosition {
  readonly id: string
  readonly sequence: number
}

/** Reads the recorded end last, because a running server appends events. The chain must pass through every end in `kept`. */
export async function auditChain(
  events: EventReads,
  workspaceId: string,
  note: (eventCount: number) => void,
  kept: readonly ChainPosition[] = [],
): Promise<ChainReport> {
  const report = await auditEvents(events, { workspaceId, note, kept })
  if (report.fault !== undefined) return report
  if (report.reached.length === 0 && hasFirstEvent(workspaceId)) return { ...report, fault: { type: "empty" } }
  const missing = kept.find(({ length }) => length > report.reached.length)
  return missing === undefined ? report : { ...report, fault: { type: "rewritten", kept: missing } }
}

interface AuditOptions {
  readonly workspaceId: string
  readonly kept: readonly ChainPosition[]
  note(eventCount: number): void
}

async function auditEvents(events: EventReads, { workspaceId, note, kept }: AuditOptions): Promise<ChainReport> {
  const start: ChainReport = { workspaceId, reached: chainStart, last: undefined, fault: undefined }
  const followed = await follow(events, start, { upTo: Number.POSITIVE_INFINITY, note, kept })
  if (followed.fault !== undefined) return followed
  const recorded = await events.findChainEnd(workspaceId)
  const report = await follow(events, followed, { upTo: recorded?.length ?? 0, note, kept })
  if (report.fault !== undefined) return report
  const ending = endOfChain(report.reached, recorded)
  return ending === "intact" ? report : { ...report, fault: { type: ending, recorded } }
}

const eventsPerRead = 1000

interface FollowOptions {
  readonly upTo: number
  readonly kept: readonly ChainPosition[]
  note(eventCount: number): void
}

/** Continues a report until the chain has `upTo` events, ends, or is broken. */
async function follow(
  events: EventReads,
  from: ChainReport,
  { upTo, note, kept }: FollowOptions,
): Promise<ChainReport> {
  let report = from
  while (report.reached.length < upTo) {
    const limit = Math.min(eventsPerRead, upTo - report.reached.length)
    const read = await events.listChain(report.workspaceId, report.last?.sequence ?? 0, limit)
    const indexed = groupBySequence(await events.listNamed(read.map(({ sequence }) => sequence)))
    for (const event of read) {
      const step = followChain(sha256, report.reached, event)
      if (step.type !== "intact") return { ...report, fault: { type: step.type, event } }
      if (event.chainNumber !== step.position.length) {
        return { ...report, fault: { type: "altered", event } }
      }
      const isFirst = report.last === undefined && hasFirstEvent(report.workspaceId)
      if (isFirst && event.type !== "workspace.created") {
        return { ...report, fault: { type: "headless", event } }
      }
      if (!isIndexedUnder(event, indexed.get(event.sequence)))
        return { ...report, fault: { type: "unfindable", event } }
      const { position } = step
      const broken = kept.find(({ length, hash }) => length === position.length && hash !== position.hash)
      if (broken !== undefined) return { ...report, fault: { type: "rewritten", kept: broken } }
      report = { ...report, reached: position, last: event }
    }
    note(read.length)
    if (read.length < limit) break
  }
  return report
}

/** Whether the report says nothing: no user has existed yet, so the installation has no events. */
export function isUnused({ workspaceId, reached, fault }: ChainReport): boolean {
  return !hasFirstEvent(workspaceId) && reached.length === 0 && fault === undefined
}

/** A workspace starts with `workspace.created`. The chain of the installation starts empty. */
function hasFirstEvent(workspaceId: string): boolean {
  return workspaceId !== installationChain
}

function groupBySequence(rows: readonly NamedByEvent[]): ReadonlyMap<number, ReadonlySet<string>> {
  const names = new Map<number, Set<string>>()
  for (const { sequence, resourceId } of rows) {
    names.set(sequence, (names.get(sequence) ?? new Set<string>()).add(resourceId))
  }
  return names
}

/** The index must list every object that the event names, and no other. */
function isIndexedUnder({ resources }: RecordedEvent, indexed: ReadonlySet<string> = new Set<string>()): boolean {
  return new Set(resources.map(({ id }) => id)).symmetricDifference(indexed).size === 0
}
