import { fault } from "../../contract/errors.ts"
import type { RequestContext } from "./request-context.ts"

/**
 * Called right before a commit. A change whose response cannot be delivered is rolled back: the caller of
 * keys.createKey, for example, would never see the new key. Bun also closes a connection when the client half-closes it
 * or sends the next request before the response (docs/upstream/bun-http-pipelining.md).
 */
export function refuseIfDisconnected({ request }: Pick<RequestContext, "request">): void {
  if (!request.signal.aborted) return
  throw fault("application/request_timeout", { detail: "The connection closed before the change was stored." })
}
