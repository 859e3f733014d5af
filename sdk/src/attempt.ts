import { type Envelope, readEnvelope } from "./envelope.ts"
import { KeywardError, type KeywardErrorCode } from "./error.ts"
import { isNeverSent, reasonOf } from "./network-failure.ts"
import type { FailedAttempt } from "./retry.ts"

/** The part of the global `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Answer {
  readonly envelope: Envelope
  readonly headers: Headers
}

export interface Attempt {
  readonly operation: string
  readonly origin: string
  readonly fetch: Fetch
  readonly init: RequestInit
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** One request and its result. */
export async function attempt(asked: Attempt): Promise<Answer | FailedAttempt> {
  const { operation, origin, init, timeoutMs, signal } = asked
  const controller = new AbortController()
  const abort = () => controller.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, timeoutMs)
  signal?.addEventListener("abort", abort)
  try {
    if (signal?.aborted) return { error: abortedError(operation, signal), isWithoutEffect: true }
    const response = await asked.fetch(`${origin}/v2/${operation}`, { ...init, signal: controller.signal })
    return read(asked, response, await response.text())
  } catch (cause) {
    if (signal?.aborted) return { error: abortedError(operation, signal), isWithoutEffect: false }
    const [code, detail] = isLate
      ? (["client/timeout", `${origin} did not answer within ${Math.round(timeoutMs)} ms.`] as const)
      : (["client/unreachable", `${origin} cannot be reached: ${reasonOf(cause)}.`] as const)
    return { error: new KeywardError({ operation, code, detail, cause }), isWithoutEffect: isNeverSent(cause) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", abort)
  }
}

export function abortedError(operation: string, { reason }: AbortSignal): KeywardError {
  return new KeywardError({
    operation,
    code: "client/aborted",
    detail: "The call was aborted by its signal.",
    cause: reason,
  })
}

function read({ operation, origin }: Attempt, response: Response, text: string): Answer | FailedAttempt {
  const { status, headers, ok } = response
  const envelope = readEnvelope(text)
  const retryAfterSeconds = secondsIn(headers.get("retry-after"))
  if (envelope === undefined || (ok && !("data" in envelope)) || (!ok && envelope.error === undefined)) {
    const target = headers.get("location")
    const detail = `What answers at ${origin} is not Keyward: it sent status ${status}${target === null ? "" : ` and points to ${target}`}.`
    const error = new KeywardError({ operation, code: "client/unexpected_answer", status, detail, retryAfterSeconds })
    return { error, isWithoutEffect: false }
  }
  if (envelope.error === undefined) return { envelope, headers }
  const { type, detail, errors } = envelope.error
  const error = new KeywardError({
    operation,
    // This service sends no other codes. A newer one may, and the type says so.
    code: type.split("/").slice(-2).join("/") as KeywardErrorCode,
    status,
    detail,
    requestId: envelope.meta.requestId,
    type,
    ...(errors && { errors }),
    retryAfterSeconds,
  })
  return { error, isWithoutEffect: true }
}

/** A proxy may send a date, which the client ignores. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}
