import { type ChainEnding, type ChainPosition, chainStart, endOfChain, followChain } from "../core/event-chain.ts"
import { sha256 } from "../secrets/hash.ts"
import type { EventReads, NamedByEvent, RecordedEvent } from "../storage/port/store.ts"

/** What became of following the events of one workspace from the first to the last. */
export interface ChainReport {
  readonly workspaceId: string
  /** How far the chain is intact. */
  readonly reached: ChainPosition
  /** The last event up to there. */
  readonly last: Place | undefined
  readonly fault: ChainFault | undefined
}

export type ChainFault =
  /** Headless: it is the first, and does not say that the workspace was created. Unfindable: what finds it was changed. */
  | { readonly type: "altered" | "misplaced" | "headless" | "unfindable"; readonly event: Place }
  | { readonly type: "empty" }
  /** The chain does not pass through an end that was kept outside of the database. */
  | { readonly type: "rewritten"; readonly kept: ChainPosition }
  | { readonly type: Exclude<ChainEnding, "intact">; readonly recorded: ChainPosition | undefined }

interface Place {
  readonly id: string
  readonly sequence: number
}

/**
 * A service may go on recording meanwhile: the recorded end is read last, and what came before it is caught up with.
 * `kept` are ends of earlier audits that the chain has to pass through.
 */
export async function auditChain(
  events: EventReads,
  workspaceId: string,
  note: (eventCount: number) => void,
  kept: readonly ChainPosition[] = [],
): Promise<ChainReport> {
  const report = await auditEvents(events, { workspaceId, note, kept })
  if (report.fault !== undefined) return report
  if (report.reached.length === 0) return { ...report, fault: { type: "empty" } }
  const missing = kept.find(({ length }) => length > report.reached.length)
  return missing === undefined ? report : { ...report, fault: { type: "rewritten", kept: missing } }
}

interface Auditing {
  readonly workspaceId: string
  readonly kept: readonly ChainPosition[]
  note(eventCount: number): void
}

async function auditEvents(events: EventReads, { workspaceId, note, kept }: Auditing): Promise<ChainReport> {
  const start: ChainReport = { workspaceId, reached: chainStart, last: undefined, fault: undefined }
  const walked = await follow(events, start, { upTo: Number.POSITIVE_INFINITY, note, kept })
  if (walked.fault !== undefined) return walked
  const recorded = await events.findChainEnd(workspaceId)
  const report = await follow(events, walked, { upTo: recorded?.length ?? 0, note, kept })
  if (report.fault !== undefined) return report
  const ending = endOfChain(report.reached, recorded)
  return ending === "intact" ? report : { ...report, fault: { type: ending, recorded } }
}

const eventsPerRead = 1000

interface Following {
  readonly upTo: number
  readonly kept: readonly ChainPosition[]
  note(eventCount: number): void
}

/** Goes on from where a report ends until the chain has this many events, no more come, or one is wrong. */
async function follow(events: EventReads, from: ChainReport, { upTo, note, kept }: Following): Promise<ChainReport> {
  let report = from
  while (report.reached.length < upTo) {
    const limit = Math.min(eventsPerRead, upTo - report.reached.length)
    const read = await events.listChain(report.workspaceId, report.last?.sequence ?? 0, limit)
    const named = namesOf(await events.listNamed(read.map(({ sequence }) => sequence)))
    for (const event of read) {
      const step = followChain(sha256, report.reached, event)
      if (step.type !== "intact") return { ...report, fault: { type: step.type, event } }
      if (report.last === undefined && event.type !== "workspace.created") {
        return { ...report, fault: { type: "headless", event } }
      }
      if (!isFoundBy(event, named.get(event.sequence))) return { ...report, fault: { type: "unfindable", event } }
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

function namesOf(rows: readonly NamedByEvent[]): ReadonlyMap<number, ReadonlySet<string>> {
  const names = new Map<number, Set<string>>()
  for (const { sequence, resourceId } of rows) {
    names.set(sequence, (names.get(sequence) ?? new Set<string>()).add(resourceId))
  }
  return names
}

/** By every object that it names, and by no other. */
function isFoundBy({ resources }: RecordedEvent, named: ReadonlySet<string> = new Set<string>()): boolean {
  return new Set(resources.map(({ id }) => id)).symmetricDifference(named).size === 0
}
