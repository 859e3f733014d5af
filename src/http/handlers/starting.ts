import type { Mint } from "../../operations/context.ts"
import type { RequestLog } from "../observe/request-log.ts"
import { clientOf, respond, startRequest } from "../request/request-context.ts"
import { errorResponse, unavailable } from "../request/response.ts"
import { closeIfUnread } from "../request/unread-body.ts"
import type { Handlers } from "../server/server.ts"

interface StartingOptions {
  readonly mint: Pick<Mint, "id">
  readonly log: Pick<RequestLog, "note">
  readonly trustedProxies: readonly string[]
  /** Unix time in milliseconds. */
  now(): number
  /** Available once the port is bound. */
  docsBase(): string
}

/** Returns 503 for every request while the service starts, with the usual envelope and log entry. */
export function startingHandlers(options: StartingOptions): Handlers {
  return {
    posts: new Map(),
    async any(request, clientAddresses) {
      const context = startRequest(options, { request, method: request.method, clientAddresses })
      const { requestId, startedAt } = context
      const accept = request.headers.get("accept")
      const response = errorResponse(notReady, { requestId, docsBase: options.docsBase(), accept })
      const refusal = { client: clientOf(options, context), error: notReady.code, cause: undefined }
      options.log.note(context, { status: response.status, durationMs: performance.now() - startedAt, refusal })
      await closeIfUnread(context)
      return respond(context, response)
    },
  }
}

const notReady = unavailable(undefined, "The server is starting. Send the request again in a moment.")
