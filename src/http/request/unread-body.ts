import { pauseShortly } from "../../core/pauses.ts"
import { addHeaders, type WithHeaders } from "./response-headers.ts"

/** Requests whose chunks have all arrived. */
const complete = new WeakSet<Request>()

export function noteComplete(request: Request): void {
  complete.add(request)
}

/**
 * Called before a response that does not wait for the body. Bun answers a malformed chunk itself, with 400, also behind
 * a response that it has sent already; a proxy would take the 400 for the response to the next request. So the
 * connection closes after this response, and a chunk that has arrived with the headers is parsed before it.
 */
export async function closeIfUnread(context: WithHeaders & { readonly request: Request }): Promise<void> {
  const { request } = context
  if (!request.headers.has("transfer-encoding") || complete.has(request)) return
  addHeaders(context, { Connection: "close" })
  await pauseShortly()
}
