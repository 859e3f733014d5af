import { setTimeout } from "node:timers/promises"
import type { Connection } from "./connection.ts"

/** A message of the stream of events. */
export interface StreamedEvent {
  readonly eventId: string
  /** The JSON of the message, as webhooks send it. */
  readonly body: string
}

export interface EventStream {
  /** Resolves when there are new messages; with undefined when the stream has ended or is lost. */
  next(): Promise<readonly StreamedEvent[] | undefined>
}

interface Asked {
  readonly workspaceId?: unknown
  readonly types?: readonly string[] | undefined
  readonly after?: string | undefined
}

/** The service sends a comment every 15 seconds, so a stream that is silent for longer is lost. */
const longestSilenceMs = 30_000

/** Returns undefined if the service refuses or does not answer. */
export async function openEventStream(
  { url, key }: Connection,
  asked: Asked,
  stopped: AbortSignal,
): Promise<EventStream | undefined> {
  const response = await fetch(`${url}/v2/events.stream`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(asked),
    redirect: "manual",
    signal: stopped,
  }).catch(() => undefined)
  const isStream = response?.ok && response.headers.get("content-type") === "text/event-stream"
  const reader = isStream ? response.body?.getReader() : undefined
  if (reader === undefined) {
    void response?.body?.cancel().catch(() => {})
    return undefined
  }
  const decoder = new TextDecoder()
  let text = ""
  return {
    async next() {
      for (;;) {
        const chunk = await chunkOf(reader, stopped)
        if (chunk === undefined) {
          void reader.cancel().catch(() => {})
          return undefined
        }
        const parts = (text + decoder.decode(chunk, { stream: true })).split("\n\n")
        text = parts.pop() ?? ""
        const messages = parts.flatMap(messageIn)
        if (messages.length > 0) return messages
      }
    },
  }
}

/** Comments, which only keep the stream open, are none. */
function messageIn(part: string): readonly StreamedEvent[] {
  const [, eventId] = /^id: (.+)$/m.exec(part) ?? []
  const [, body] = /^data: (.+)$/m.exec(part) ?? []
  return eventId === undefined || body === undefined ? [] : [{ eventId, body }]
}

async function chunkOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  stopped: AbortSignal,
): Promise<Uint8Array | undefined> {
  const silence = new AbortController()
  const chunk = await Promise.race([
    reader.read().catch(() => undefined),
    pause(longestSilenceMs, AbortSignal.any([silence.signal, stopped])),
  ])
  silence.abort()
  return chunk?.value
}

export async function pause(ms: number, signal: AbortSignal): Promise<undefined> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}
