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
    return readAnswer(asked, response, await response.text())
  } catch (cause) {
    if (signal?.aborted) return { error: abortedError(operation, signal), isWithoutEffect: false }
    return isLate ? lateAttempt(asked) : brokenAttempt(asked, cause)
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

type Asked = Pick<Attempt, "operation" | "origin" | "timeoutMs">

export function lateAttempt({ operation, origin, timeoutMs }: Asked): FailedAttempt {
  const detail = `${origin} did not answer within ${Math.round(timeoutMs)} ms.`
  return { error: new KeywardError({ operation, code: "client/timeout", detail }), isWithoutEffect: false }
}

export function brokenAttempt({ operation, origin }: Asked, cause: unknown): FailedAttempt {
  const detail = `${origin} cannot be reached: ${reasonOf(cause)}.`
  const error = new KeywardError({ operation, code: "client/unreachable", detail, cause })
  return { error, isWithoutEffect: isNeverSent(cause) }
}

function readAnswer(asked: Asked, response: Response, text: string): Answer | FailedAttempt {
  const envelope = readEnvelope(text)
  if (response.ok && envelope?.error === undefined && envelope !== undefined && "data" in envelope) {
    return { envelope, headers: response.headers }
  }
  return readFailure(asked, response, envelope)
}

export function readFailure(
  { operation, origin }: Asked,
  { status, headers, ok }: Response,
  envelope: Envelope | undefined,
): FailedAttempt {
  const retryAfterSeconds = secondsIn(headers.get("retry-after"))
  if (envelope?.error === undefined || (ok && !("data" in envelope))) {
    const target = headers.get("location")
    const detail = `What answers at ${origin} is not Keyward: it sent status ${status}${target === null ? "" : ` and points to ${target}`}.`
    const error = new KeywardError({ operation, code: "client/unexpected_answer", status, detail, retryAfterSeconds })
    return { error, isWithoutEffect: false }
  }
  const { error, meta } = envelope
  return refusedAttempt({ operation, status, requestId: meta.requestId, error, retryAfterSeconds })
}

/** The service refused the call, so the call changed nothing. */
export function refusedAttempt({ error, ...facts }: Refused): FailedAttempt {
  const { type, detail, errors } = error
  const refusal = new KeywardError({
    ...facts,
    // This service sends no other codes. A newer one may, and the type says so.
    code: type.split("/").slice(-2).join("/") as KeywardErrorCode,
    detail,
    type,
    ...(errors && { errors }),
  })
  return { error: refusal, isWithoutEffect: true }
}

interface Refused {
  readonly operation: string
  readonly status: number
  readonly requestId: string
  readonly error: NonNullable<Envelope["error"]>
  readonly retryAfterSeconds: number | undefined
}

/** A proxy may send a date, which the client ignores. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}
