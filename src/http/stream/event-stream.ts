import type { FollowedEvents } from "../../operations/shared/events/followed-events.ts"

/** Why a stream has ended; a label of the metrics. */
export const streamEnds = ["reader_left", "slow_reader", "right_lost", "storage_unavailable", "stopping"] as const

export type StreamEnd = (typeof streamEnds)[number]

/** One stream of server-sent events. */
export interface EventStream {
  readonly followed: FollowedEvents
  /** The reader has got, or does not want, every event up to this number. */
  position: number
  /** The body of the response. */
  readonly body: ReadableStream<Uint8Array>
  /** Sends bytes, or ends the stream if its reader is too far behind. Does nothing after the end. */
  send(bytes: Uint8Array): void
  end(reason: StreamEnd): void
}

/** What a stream reads that is not up to date. */
export interface PastReader {
  /** Returns true if the stream is up to date, and receives every later event by `send`. */
  join(stream: EventStream): boolean
  /** Reads the next events for this stream and moves its position. Empty if it wants none of them. */
  readNext(stream: EventStream): Promise<Uint8Array>
}

interface StreamOptions {
  readonly followed: FollowedEvents
  readonly past: PastReader
  onEnd(stream: EventStream, reason: StreamEnd): void
}

/** A reader that leaves so much unread is disconnected. It can continue with `Last-Event-ID`. */
const mostUnreadBytes = 1024 ** 2

/** How much the body holds before it asks for no more of the past. */
const bufferBytes = 16_384

const encoder = new TextEncoder()
const greeting = encoder.encode("retry: 2000\n\n")
export const comment = encoder.encode(": open\n\n")

/** The text of an event on the wire. The body is JSON, so it has no line breaks. */
export function messageBytes({ eventId, body }: { readonly eventId: string; readonly body: string }): Uint8Array {
  return encoder.encode(`id: ${eventId}\ndata: ${body}\n\n`)
}

/**
 * The stream begins with the past, page by page, as fast as its reader takes it. Once it is up to date, it receives new
 * events with all others. What the socket does not take yet waits here and not in the body, so that it can be dropped.
 */
export function createEventStream({ followed, past, onEnd }: StreamOptions): EventStream {
  const unread: Uint8Array[] = []
  let unreadBytes = 0
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isUpToDate = false

  const flush = () => {
    while (controller !== undefined && (controller.desiredSize ?? 0) > 0) {
      const bytes = unread.shift()
      if (bytes === undefined) return
      unreadBytes -= bytes.byteLength
      controller.enqueue(bytes)
    }
  }
  const send = (bytes: Uint8Array) => {
    if (controller === undefined) return
    if (unreadBytes > mostUnreadBytes) return end("slow_reader")
    unread.push(bytes)
    unreadBytes += bytes.byteLength
    flush()
  }
  const end = (reason: StreamEnd) => {
    const ending = controller
    if (ending === undefined) return
    controller = undefined
    unread.length = 0
    onEnd(stream, reason)
    if (reason !== "reader_left") ending.close()
  }
  const readPast = async () => {
    try {
      while (controller !== undefined && !isUpToDate) {
        isUpToDate = past.join(stream)
        if (isUpToDate) return
        const bytes = await past.readNext(stream)
        if (bytes.byteLength > 0) return send(bytes)
      }
    } catch {
      end("storage_unavailable")
    }
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
        given.enqueue(greeting)
      },
      async pull() {
        flush()
        if (unread.length === 0) await readPast()
      },
      cancel: () => end("reader_left"),
    },
    { highWaterMark: bufferBytes, size: (bytes) => bytes?.byteLength ?? 0 },
  )
  const stream: EventStream = { followed, position: followed.after, body, send, end }
  return stream
}
