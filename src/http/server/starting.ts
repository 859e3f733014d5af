import type { Mint } from "../../operations/operation.ts"
import type { RequestLog } from "../observe/request-log.ts"
import { clientOf, respond, startExchange } from "../request/request-context.ts"
import { errorAnswer, unavailable } from "../request/response.ts"
import type { Handlers } from "./server.ts"

interface Starting {
  readonly mint: Pick<Mint, "id">
  readonly log: Pick<RequestLog, "note">
  readonly trustedProxies: readonly string[]
  /** Unix time in milliseconds. */
  now(): number
  /** Available once the port is bound. */
  docsBase(): string
}

/** Returns 503 for every request while the service starts, with the usual envelope and log entry. */
export function startingHandlers(starting: Starting): Handlers {
  return {
    posts: new Map(),
    async any(request, clientAddresses) {
      const exchange = startExchange(starting, { request, method: request.method, clientAddresses })
      const { requestId, startedAt } = exchange
      const accept = request.headers.get("accept")
      const answer = errorAnswer(notReady, { requestId, docsBase: starting.docsBase(), accept })
      const refusal = { client: clientOf(starting, exchange), error: notReady.code, cause: undefined }
      starting.log.note(exchange, { status: answer.status, durationMs: performance.now() - startedAt, refusal })
      return respond(exchange, answer)
    },
  }
}

const notReady = unavailable(undefined, "The server is starting. Send the request again in a moment.")
