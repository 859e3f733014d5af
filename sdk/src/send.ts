import { type Answer, abortedError, attempt, type Fetch } from "./attempt.ts"
import type { CallOptions } from "./call.ts"
import { version } from "./generated/operations.gen.ts"
import { pageOrigin } from "./page-origin.ts"
import type { Failure } from "./result.ts"
import { type FailedAttempt, type Kind, mayRepeat, waitMs } from "./retry.ts"

/** The defaults of every call. */
export interface Connection {
  readonly origin: string
  readonly caller: Caller
  /** Added to every request. */
  headers(): Readonly<Record<string, string>>
  readonly fetch: Fetch
  readonly timeoutMs: number
  readonly totalTimeoutMs: number
  readonly retries: number
}

/** A page sends the workspace or its portal session, and the browser adds the cookie of the session. */
export type Caller = { readonly key: string } | { readonly workspace: string } | { readonly portal: string }

export interface Call {
  readonly operation: string
  readonly kind: Kind
  readonly input: unknown
  readonly options: CallOptions
}

/** Sends a call, and retries while that is safe and time remains. */
export async function send(connection: Connection, call: Call): Promise<Answer | Failure> {
  const { operation, options } = call
  const { origin, fetch } = connection
  const { signal } = options
  const init = requestOf(connection, call)
  return repeat(connection, call, (timeoutMs) => attempt({ operation, origin, fetch, init, signal, timeoutMs }))
}

type Waits = Pick<Connection, "timeoutMs" | "totalTimeoutMs" | "retries">

/** Repeats an attempt while that is safe and time remains. */
export async function repeat(
  defaults: Waits,
  { operation, kind, options }: Omit<Call, "input">,
  once: (timeoutMs: number) => Promise<Answer | FailedAttempt>,
): Promise<Answer | Failure> {
  const { signal, timeoutMs = defaults.timeoutMs, totalTimeoutMs = defaults.totalTimeoutMs } = options
  const { retries = defaults.retries } = options
  const end = performance.now() + totalTimeoutMs
  for (let count = 0; ; count += 1) {
    const left = Math.max(0, end - performance.now())
    const outcome = await once(Math.min(timeoutMs, left))
    if (!("error" in outcome)) return outcome
    const { error } = outcome
    const wait = waitMs(count, error.retryAfterSeconds, Math.random())
    const isTimeLeft = performance.now() + wait < end
    if (count >= retries || !isTimeLeft || !mayRepeat(kind, outcome)) return { error }
    await pause(wait, signal)
    if (signal?.aborted) return { error: abortedError(operation, signal) }
  }
}

export function requestOf({ caller, headers }: Pick<Connection, "caller" | "headers">, call: Call): RequestInit {
  const own = headersOf(caller, call)
  return {
    method: "POST",
    headers: { ...without(headers(), own), ...own },
    body: JSON.stringify(call.input ?? {}),
    // Following a redirect would send the key to another address.
    redirect: "manual",
    credentials: "same-origin",
  }
}

function headersOf(caller: Caller, { kind, options }: Call): Record<string, string> {
  return {
    ...callerHeader(caller),
    "Content-Type": "application/json",
    ...(pageOrigin() === undefined && { "User-Agent": `keyward-client/${version}` }),
    ...(kind === "mutation" && { "Idempotency-Key": options.idempotencyKey ?? randomText() }),
  }
}

/** What the client sets itself cannot be replaced. */
function without(
  headers: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !taken.has(name.toLowerCase())))
}

function callerHeader(caller: Caller): Record<string, string> {
  if ("key" in caller) return { Authorization: `Bearer ${caller.key}` }
  if ("workspace" in caller) return { "Keyward-Workspace": caller.workspace }
  return caller.portal === "new" ? {} : { "Keyward-Portal": caller.portal }
}

/** `randomUUID` is missing on pages without TLS. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Ends early if the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    signal?.addEventListener("abort", end)
  })
}
