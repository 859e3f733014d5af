import type { SendResult } from "../core/webhook-rules.ts"
import { judgeAddresses, literalAddress } from "../core/webhook-target.ts"
import { signedHeaders } from "./signed-headers.ts"

/** One request to an endpoint. */
export interface SendJob {
  readonly url: string
  readonly eventId: string
  readonly body: string
  /** Each adds a signature. None with the format `slack`. */
  readonly secrets: readonly string[]
  /** Unix time in milliseconds, for the signature. */
  readonly now: number
  /** Lets the endpoint continue the trace. */
  readonly traceparent?: string | undefined
}

export interface SendOptions {
  /** Networks that the operator has opened. */
  readonly allow: readonly string[]
  /** All addresses of a name. */
  lookUp(name: string): Promise<readonly string[]>
  /** Default: the certificates of the system. Tests pass their own. */
  readonly ca?: string
  /** Default: 15 s, for everything together. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 15_000
const responseBytes = 1_024

/** Sends one event. Every failure is a result, so it never throws. */
export async function send(job: SendJob, options: SendOptions): Promise<SendResult> {
  const started = performance.now()
  const deadline = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  const once = (keepalive: boolean) => attempt(job, { ...options, keepalive }, deadline)
  const result = await once(true)
    // The endpoint may close the connection of an earlier request just as this one is sent.
    .catch((error: unknown) => (wasClosed(error) ? once(false) : Promise.reject(error)))
    .catch((error: unknown) => ({ error: deadline.aborted ? "There was no response in time." : reasonOf(error) }))
  return { time: job.now, durationMs: Math.round(performance.now() - started), ...result }
}

type Outcome = Omit<SendResult, "time" | "durationMs">

interface AttemptOptions extends SendOptions {
  /** Whether an open connection may be used. */
  readonly keepalive: boolean
}

async function attempt(job: SendJob, options: AttemptOptions, deadline: AbortSignal): Promise<Outcome> {
  const url = new URL(job.url)
  const literal = literalAddress(url)
  const started = performance.now()
  const found = literal === undefined ? options.lookUp(url.hostname).catch(() => []) : Promise.resolve([literal])
  const addresses = await before(deadline, found)
  const judged = judgeAddresses({ protocol: url.protocol, addresses, allow: options.allow })
  if (judged.type === "refused") {
    await Bun.sleep(msToWholeSecond(performance.now() - started))
    return { error: judged.error }
  }
  const response = await fetch(addressed(url, judged.address), {
    method: "POST",
    body: job.body,
    headers: { ...headersOf(job), Host: url.host },
    // What a redirect or a compressed body leads to was not judged.
    redirect: "manual",
    decompress: false,
    signal: deadline,
    keepalive: options.keepalive,
    ...tlsOf(url, { literal, ca: options.ca }),
  })
  const text = await firstBytes(response.body).catch(() => "")
  const { status } = response
  if (status >= 200 && status < 300) return { status }
  return {
    status,
    error: `The endpoint answered ${status}.`,
    ...(text === "" || judged.isOpened ? {} : { response: text }),
    ...pauseAskedBy(status, response.headers.get("retry-after"), job.now),
  }
}

/** The time of a look-up would tell whether the network of the server knows the name. */
function msToWholeSecond(elapsedMs: number): number {
  return 1_000 * (Math.floor(elapsedMs / 1_000) + 1) - elapsedMs
}

/** The same URL, at the address that was judged: another look-up could have another answer. */
function addressed(url: URL, address: string): string {
  const copy = new URL(url)
  copy.hostname = address.includes(":") ? `[${address}]` : address
  return copy.href
}

function tlsOf(url: URL, { literal, ca }: { readonly literal: string | undefined; readonly ca: string | undefined }) {
  if (url.protocol !== "https:") return {}
  // The certificate must be for the name, although the connection is made to an address.
  const serverName = literal ?? url.hostname.replace(/\.$/, "")
  return { tls: { serverName, ...(ca === undefined ? {} : { ca }) } }
}

function headersOf(job: SendJob): Record<string, string> {
  const common = {
    "Content-Type": "application/json",
    "User-Agent": "Keyward",
    "Accept-Encoding": "identity",
    ...(job.traceparent === undefined ? {} : { Traceparent: job.traceparent }),
  }
  return job.secrets.length === 0 ? common : { ...common, ...signedHeaders(job) }
}

/** Reads no more, however long the body is. A body that has ended leaves its connection for the next request. */
async function firstBytes(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader !== undefined && length <= responseBytes) {
    const { value, done } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.byteLength
  }
  if (length > responseBytes) await reader?.cancel()
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, responseBytes)).replaceAll("\u0000", "�")
}

function pauseAskedBy(status: number, header: string | null, now: number): Pick<SendResult, "retryAfterMs"> {
  if (header === null || (status !== 429 && status !== 503)) return {}
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) && ms > 0 ? { retryAfterMs: ms } : {}
}

function before<T>(deadline: AbortSignal, promise: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener("abort", () => reject(new Error("There was no response in time.")), { once: true })
  })
  return Promise.race([promise, late])
}

function wasClosed(error: unknown): boolean {
  return ["ECONNRESET", "ConnectionClosed"].includes(codeOf(error))
}

/** A message could repeat the URL, which may be a secret. */
function reasonOf(error: unknown): string {
  return `The request failed: ${codeOf(error)}.`
}

/** Codes of Bun and of the resolver. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown"
}
