import { unavailable } from "../request/response.ts"
import type { ClientAddresses } from "../server/server.ts"
import { headersToPassOn } from "./passed-request.ts"

/** Sends a request to the main process as it came, and its response to the client as it comes. */
export type PassOn = (request: Request, clientAddresses: ClientAddresses, body?: Uint8Array) => Promise<Response>

/** A reader of an endless response that leaves so much unread is disconnected. */
const mostUnreadBytes = 1024 ** 2

/** `body`: what was read already. */
export function createPassOn(path: string): PassOn {
  return async (request, clientAddresses, body) => {
    const content = body === undefined ? request.body : Buffer.from(body)
    // Bun sends a GET again when the connection is lost.
    const isRepeatable = request.method === "GET" || request.method === "HEAD"
    try {
      const response = await fetch("http://keyward/", {
        unix: path,
        method: content === null && isRepeatable ? "GET" : "POST",
        headers: headersToPassOn(request, clientAddresses),
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
      return new Response(boundedStream(response.body), { status, headers })
    } catch (error) {
      if (!request.signal.aborted && wasNotSent(error)) throw unavailable(error)
      clientAddresses.timeout?.(request, 1)
      return await connectionLost(request)
    }
  }
}

function wasNotSent(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    ["ECONNREFUSED", "ENOENT", "EAGAIN", "EMFILE"].includes(String(error.code))
  )
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

/** What the client does not read waits here, so that a slow reader can be dropped. */
function boundedStream(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  const unread: Uint8Array[] = []
  let unreadBytes = 0
  let isOver = false

  const flush = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    while ((controller.desiredSize ?? 0) > 0) {
      const bytes = unread.shift()
      if (bytes === undefined) break
      unreadBytes -= bytes.byteLength
      controller.enqueue(bytes)
    }
    if (isOver && unread.length === 0) controller.close()
  }
  const readAll = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        unread.push(value)
        unreadBytes += value.byteLength
        if (unreadBytes > mostUnreadBytes) {
          unread.length = 0
          await reader.cancel()
          break
        }
        flush(controller)
      }
    } catch {
      // The main process is gone, and with it the rest.
    }
    isOver = true
    try {
      flush(controller)
    } catch {
      // The client has left.
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => void readAll(controller),
      pull: flush,
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 16_384, size: (bytes) => bytes?.byteLength ?? 0 },
  )
}
