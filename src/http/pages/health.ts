import type { Problem } from "../../contract/problem.ts"
import type { NodeState } from "../../storage/port/nodes.ts"
import { successResponse, unavailable } from "../request/response.ts"
import type { Page } from "../server/routes.ts"
import type { Service } from "../service.ts"

/** Shows that the process responds; checks nothing else. */
export const livenessPage: Page = {
  name: "liveness",
  path: "/v2/liveness",
  serve: async (_request, requestId) =>
    successResponse(requestId, '"data":{"message":"OK"}', { "Cache-Control": "no-store" }),
}

export interface Readiness {
  isStopping(): boolean
  /** Undefined if this process is the only node. */
  readonly nodeState: (() => NodeState) | undefined
  /** False for counters in this process, which are always reachable. */
  readonly isLimiterShown: boolean
  problems(): readonly Problem[]
}

/**
 * Whether the server can process requests. A node without a lease can, but slower. Unreachable rate-limit counters
 * do not count: all nodes would fail at once, and most requests need no counter. A damaged database or a full disk does not
 * count either, because most verifications work.
 */
export function readinessPage(service: Service, readiness: Readiness): Page {
  const { isStopping, nodeState, isLimiterShown } = readiness
  const { store, limiter } = service
  return {
    name: "readiness",
    path: "/readyz",
    async serve(_request, requestId) {
      if (isStopping()) throw unavailable(undefined, "The server is stopping.")
      try {
        await store.checkReadiness()
      } catch (cause) {
        throw unavailable(cause, "The database is unreachable, or its schema is out of date.")
      }
      const problems = readiness.problems()
      const data = {
        status: "ready",
        ...(problems.length > 0 && { problems }),
        ...(isLimiterShown && { limiter: limiter.state() }),
        ...(nodeState && { node: shownState(nodeState()) }),
      }
      return successResponse(requestId, `"data":${JSON.stringify(data)}`, { "Cache-Control": "no-store" })
    },
  }
}

function shownState({ id, holdsLease, sinceRenewalMs, appliedSequence, behind, nodes }: NodeState) {
  const lease = holdsLease ? "held" : "lost"
  return { id, lease, sinceRenewalMs: Math.round(sinceRenewalMs), appliedSequence, behind, nodes }
}
