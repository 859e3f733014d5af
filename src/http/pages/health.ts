import type { NodeState } from "../../storage/port/nodes.ts"
import { successAnswer, unavailable } from "../request/response.ts"
import type { Page } from "../server/routes.ts"
import type { Service } from "../service.ts"

/** The process answers; nothing else is asked. */
export const livenessPage: Page = {
  name: "liveness",
  path: "/v2/liveness",
  serve: async (_request, requestId) =>
    successAnswer(requestId, '"data":{"message":"OK"}', { "Cache-Control": "no-store" }),
}

export interface Readiness {
  isStopping(): boolean
  /** Absent where this process is the only one. */
  readonly nodeState: (() => NodeState) | undefined
  /** Counters in this process are never away. */
  readonly isLimiterShown: boolean
}

/**
 * Whether requests can be served right now; a node without a lease can, only slower. Without the counters of rate limits
 * it serves what needs none, or everything if the operator has said so; taking all nodes away for that would help nobody.
 */
export function readinessPage(service: Service, { isStopping, nodeState, isLimiterShown }: Readiness): Page {
  const { store, limiter } = service
  return {
    name: "readiness",
    path: "/readyz",
    async serve(_request, requestId) {
      if (isStopping()) throw unavailable(undefined, "The server is stopping.")
      try {
        await store.checkReadiness()
      } catch (cause) {
        throw unavailable(cause, "The database cannot be reached, or its schema is not current.")
      }
      const data = {
        status: "ready",
        ...(isLimiterShown && { limiter: limiter.state() }),
        ...(nodeState && { node: shownState(nodeState()) }),
      }
      return successAnswer(requestId, `"data":${JSON.stringify(data)}`, { "Cache-Control": "no-store" })
    },
  }
}

function shownState({ id, holdsLease, sinceRenewalMs, appliedSequence, behind, nodes }: NodeState) {
  const lease = holdsLease ? "held" : "lost"
  return { id, lease, sinceRenewalMs: Math.round(sinceRenewalMs), appliedSequence, behind, nodes }
}
