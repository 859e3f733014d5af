import { brokenAttempt, lateAttempt, readFailure } from "./attempt.ts"
import { readEnvelope } from "./envelope.ts"
import type { EventMessage, EventsStreamInput } from "./generated/types.gen.ts"
import { type FailedAttempt, mayRepeat, waitMs } from "./retry.ts"
import { type Connection, pause, requestOf, send } from "./send.ts"

export interface FollowOptions {
  /** Ends the loop when it aborts. */
  readonly signal?: AbortSignal | undefined
}

const operation = "events.stream"

/** The service sends something every 15 seconds, so a connection that is silent for longer is lost. */
const longestSilenceMs = 45_000

/** Opens a lost connection again after the last event. The loop that reads the events ends with the signal. */
export async function* followEvents(
  connection: Connection,
  input: EventsStreamInput = {},
  { signal }: FollowOptions = {},
): AsyncGenerator<EventMessage> {
  let after = input.after ?? (await latestEvent(connection, input, signal))
  let hasBegun = false
  for (let failures = 0; !signal?.aborted; failures += 1) {
    const opened = await openStream(connection, { ...input, after }, signal)
    if ("error" in opened) {
      if (signal?.aborted) return
      const mayFollow = mayRepeat("query", opened) && (hasBegun || failures < connection.retries)
      if (!mayFollow) throw opened.error
      await pause(waitMs(failures, opened.error.retryAfterSeconds, Math.random()), signal)
      continue
    }
    hasBegun = true
    failures = 0
    for await (const message of messagesOf(opened)) {
      after = message.data.eventId
      yield message
    }
    await pause(waitMs(failures, undefined, Math.random()), signal)
  }
}

/** Where a stream without `after` begins, so that nothing is missing if it is lost before its first event. */
async function latestEvent(
  connection: Connection,
  { workspaceId }: EventsStreamInput,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const input = { limit: 1, workspaceId }
  const outcome = await send(connection, { operation: "events.listEvents", kind: "pages", input, options: { signal } })
  if (signal?.aborted) return undefined
  if ("error" in outcome) throw outcome.error
  const [latest] = outcome.envelope.data as readonly { readonly eventId: string }[]
  return latest?.eventId
}

interface OpenStream {
  readonly body: ReadableStream<Uint8Array>
  close(): void
}

async function openStream(
  connection: Connection,
  input: EventsStreamInput,
  signal: AbortSignal | undefined,
): Promise<OpenStream | FailedAttempt> {
  const { origin, fetch, timeoutMs } = connection
  const asked = { operation, origin, timeoutMs }
  const controller = new AbortController()
  const abort = () => controller.abort()
  const close = () => {
    signal?.removeEventListener("abort", abort)
    abort()
  }
  signal?.addEventListener("abort", abort)
  const timer = setTimeout(abort, timeoutMs)
  try {
    const init = requestOf(connection, { operation, kind: "query", input, options: {} })
    const response = await fetch(`${origin}/v2/${operation}`, { ...init, signal: controller.signal })
    const isStream = response.headers.get("content-type") === "text/event-stream"
    if (response.ok && isStream && response.body !== null) return { body: response.body, close }
    const failure = readFailure(asked, response, response.ok ? undefined : readEnvelope(await response.text()))
    close()
    return failure
  } catch (cause) {
    const isLate = controller.signal.aborted
    close()
    return isLate ? lateAttempt(asked) : brokenAttempt(asked, cause)
  } finally {
    clearTimeout(timer)
  }
}

/** Ends when the connection does. Comments, which keep it open, are left out. */
async function* messagesOf({ body, close }: OpenStream): AsyncGenerator<EventMessage> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  try {
    for (;;) {
      const silence = setTimeout(close, longestSilenceMs)
      const chunk = await reader.read().catch(() => undefined)
      clearTimeout(silence)
      if (chunk === undefined || chunk.done) return
      text += decoder.decode(chunk.value, { stream: true })
      const parts = text.split("\n\n")
      text = parts.pop() ?? ""
      for (const part of parts) {
        const data = /^data: (.+)$/m.exec(part)?.[1]
        if (data !== undefined) yield JSON.parse(data)
      }
    }
  } finally {
    close()
  }
}
