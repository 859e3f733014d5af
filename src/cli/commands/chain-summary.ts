import { installationChain } from "../../core/event-chain.ts"
import type { ChainReport } from "../../offline/audit.ts"
import { countOf } from "../terminal/text.ts"
import { expectationText } from "./chain-expectations.ts"

/** The event chain of a workspace in the output of `--json`. */
export function chainSummary({ workspaceId, reached, last, fault }: ChainReport) {
  return {
    workspaceId,
    isIntact: fault === undefined,
    intactEvents: reached.length,
    end: reached.hash,
    ...(fault === undefined && { expect: expectationText(workspaceId, reached) }),
    ...(last && { lastIntactEvent: { id: last.id, sequence: last.sequence } }),
    ...(fault && {
      fault:
        "event" in fault ? { type: fault.type, event: { id: fault.event.id, sequence: fault.event.sequence } } : fault,
    }),
  }
}

/** The chain of the installation is not a workspace: `2 workspaces and the installation`. */
export function countWorkspaces(chains: readonly ChainReport[]): string {
  const workspaces = chains.filter(({ workspaceId }) => workspaceId !== installationChain).length
  const installation = workspaces < chains.length ? " and the installation" : ""
  return `${countOf(workspaces, "workspace")}${installation}`
}
