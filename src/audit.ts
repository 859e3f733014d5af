import { type ChainEnding, type ChainPosition, chainStart, endOfChain, followChain } from "./core/event-chain.ts"
import { sha256 } from "./secrets/hash.ts"
import type { EventReads } from "./storage/store.ts"

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
  | { readonly type: "altered" | "misplaced"; readonly event: Place }
  | { readonly type: Exclude<ChainEnding, "intact">; readonly recorded: ChainPosition | undefined }

interface Place {
  readonly id: string
  readonly sequence: number
}

/** A service may go on recording meanwhile: the recorded end is read last, and what came before it is caught up with. */
export async function auditChain(
  events: EventReads,
  workspaceId: string,
  note: (eventCount: number) => void,
): Promise<ChainReport> {
  const start: ChainReport = { workspaceId, reached: chainStart, last: undefined, fault: undefined }
  const walked = await follow(events, start, { upTo: Number.POSITIVE_INFINITY, note })
  if (walked.fault !== undefined) return walked
  const recorded = await events.findChainEnd(workspaceId)
  const report = await follow(events, walked, { upTo: recorded?.length ?? 0, note })
  if (report.fault !== undefined) return report
  const ending = endOfChain(report.reached, recorded)
  return ending === "intact" ? report : { ...report, fault: { type: ending, recorded } }
}

const eventsPerRead = 1000

interface Following {
  readonly upTo: number
  note(eventCount: number): void
}

/** Goes on from where a report ends until the chain has this many events, no more come, or one is wrong. */
async function follow(events: EventReads, from: ChainReport, { upTo, note }: Following): Promise<ChainReport> {
  let report = from
  while (report.reached.length < upTo) {
    const limit = Math.min(eventsPerRead, upTo - report.reached.length)
    const read = await events.listChain(report.workspaceId, report.last?.sequence ?? 0, limit)
    for (const event of read) {
      const step = followChain(sha256, report.reached, event)
      if (step.type !== "intact") return { ...report, fault: { type: step.type, event } }
      report = { ...report, reached: step.position, last: event }
    }
    note(read.length)
    if (read.length < limit) break
  }
  return report
}
