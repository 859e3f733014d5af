import type { EventReads } from "../storage/port/events.ts"
import type { StartProgress } from "../storage/sqlite/backup.ts"
import { auditChain, type ChainReport, isUnused } from "./audit.ts"

export async function auditAll(events: EventReads, startProgress: StartProgress): Promise<readonly ChainReport[]> {
  const chains = await events.listChains()
  const total = chains.reduce((sum, { end }) => sum + (end?.length ?? 0), 0)
  const note = startProgress(total, "events of the copy checked")
  const reports: ChainReport[] = []
  for (const { workspaceId } of chains) reports.push(await auditChain(events, workspaceId, note))
  return reports.filter((report) => !isUnused(report))
}
