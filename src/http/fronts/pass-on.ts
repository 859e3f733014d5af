import type { ClientAddresses } from "../request/client-address.ts"
import { unavailable } from "../request/response.ts"
import { headersToPassOn } from "./passed-request.ts"

/** Sends a request to the main process as it came, and its response to the client as it comes. */
export type PassOn = (request: Request, clientAddresses: ClientAddresses, body?: Uint8Array) => Promise<Response>

/** `body`: what was read already. */
export function createPassOn(path: string): PassOn {
  return async (request, clientAddresses, body) => {
    const content = body === undefined ? request.body : Buffer.from(body)
    // Bun sends a GET again when the connection is lost. So every other method travels as POST, and `restoreRequest` puts
    // the real one back.
    const isRepeatable = request.method === "GET" || request.method === "HEAD"
    const passed = headersToPassOn(request, clientAddresses)
    try {
      const response = await fetch("http://keyward/", {
        unix: path,
        method: content === null && isRepeatable ? "GET" : "POST",
        headers: passed,
        body: content,
        signal: request.signal,
        redirect: "manual",
        decompress: false,
        // The main process ends what takes too long.
        timeout: false,
      } as RequestInit)
      const { status, headers } = response
      if (response.body === null || headers.get("content-type") !== "text/event-stream") {
        // As a whole, so that Bun writes its length, and removes the body from a response to HEAD.
        return new Response(await response.bytes(), { status, headers })
      }
      clientAddresses.timeout?.(request, 0)
      // Bun takes no more of it than the client reads, so the main process notices a slow reader as without a front.
      return new Response(response.body, { status, headers })
    } catch (error) {
      if (!request.signal.aborted && wasNotSent(error)) throw unavailable(error)
      clientAddresses.timeout?.(request, 1)
      return await connectionLost(request)
    }
  }
}

/** What `fetch` throws before it has sent anything. Without these, the client would wait: Bun ends no connection whose body is unread. */
const notSent = ["ECONNREFUSED", "ENOENT", "EAGAIN", "EMFILE", "ERR_HTTP_INVALID_HEADER_VALUE"]

function wasNotSent(error: unknown): boolean {
  return error instanceof Error && "code" in error && notSent.includes(String(error.code))
}

/**
 * The main process is gone, and the front ends. What it was doing may have happened, so no response is right: the client
 * loses its connection, as it does without fronts.
 */
function connectionLost({ signal }: Request): Promise<Response> {
  return new Promise((resolve) => {
    const end = () => resolve(new Response(null))
    if (signal.aborted) end()
    else signal.addEventListener("abort", end)
  })
}
