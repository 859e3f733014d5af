import { Failure } from "../failure.ts"
import { isObject } from "../terminal/json.ts"
import type { Connection } from "./connection.ts"
import { addressByOtherProtocol, isLocal } from "./other-protocol.ts"

/** The response of the service. */
export type CallResult =
  | {
      readonly type: "success"
      readonly text: string
      readonly envelope: Readonly<Record<string, unknown>>
      readonly data: unknown
      /** Where the next page starts, if there is one. */
      readonly cursor: string | undefined
      readonly isReplayed: boolean
    }
  | { readonly type: "refusal"; readonly refusal: Refusal }

export interface Refusal {
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly errorType: string
  readonly requestId: string
  readonly violations: readonly Violation[]
  /** The JSON of the response, unchanged. */
  readonly envelope: Readonly<Record<string, unknown>>
}

export interface Violation {
  readonly location: string
  readonly message: string
  readonly fix: string | undefined
}

const patienceMs = 60_000

/** Calls an operation over HTTP. Throws if no Keyward responds. */
export async function send(connection: Connection, operation: string, body: string): Promise<CallResult> {
  const { url, key, idempotencyKey, stopped } = connection
  const answered = await fetch(`${url}/v2/${operation}`, {
    method: "POST",
    headers: {
      // A terminal that signs in has no key yet.
      ...(key !== "" && { Authorization: `Bearer ${key}` }),
      "Content-Type": "application/json",
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    body,
    redirect: "manual",
    signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(stopped ? [stopped] : [])]),
  }).catch(async (cause: unknown) => {
    throw await unreachable(connection, cause)
  })
  const text = await answered.text().catch((cause: unknown) => {
    throw new NoResponse("cli/unreachable", `The connection to ${url} was lost during the response. Repeat the call.`, {
      cause,
    })
  })
  const envelope = envelopeIn(text)
  if (envelope === undefined) {
    const other = answered.status === 400 ? await addressByOtherProtocol(url) : undefined
    if (other !== undefined) throw new NoResponse("cli/unreachable", wrongProtocol(connection, other))
    throw new NoResponse("cli/not_keyward", noKeyward(connection, answered.status, answered.headers.get("location")))
  }
  if (!answered.ok) return { type: "refusal", refusal: refusalIn(envelope, answered.status) }
  const pagination = isObject(envelope.pagination) ? envelope.pagination : {}
  return {
    type: "success",
    text,
    envelope,
    data: envelope.data,
    cursor: typeof pagination.cursor === "string" ? pagination.cursor : undefined,
    isReplayed: answered.headers.get("idempotency-replayed") === "true",
  }
}

/** No Keyward responded; a later call may succeed. */
export class NoResponse extends Failure {
  override readonly name: string = "NoResponse"
}

/** Explains why no response came, and checks whether the address has the wrong protocol. */
async function unreachable(connection: Connection, cause: unknown): Promise<NoResponse> {
  const { url, urlSource } = connection
  const place = `The service at ${url} (${urlSource})`
  if (cause instanceof Error && cause.name === "TimeoutError") {
    const seconds = patienceMs / 1000
    const message = `${place} did not respond within ${seconds} seconds. Check its log, and repeat the call.`
    return new NoResponse("cli/unreachable", message, { cause })
  }
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no connection"
  const other = cutOff.has(code) || connection.stopped?.aborted ? undefined : await addressByOtherProtocol(url)
  if (other !== undefined) return new NoResponse("cli/unreachable", wrongProtocol(connection, other), { cause })
  const message = `${place} cannot be reached: ${reasons[code] ?? code}. Start it with \`keyward serve\`, or name its address with KEYWARD_URL, --url or \`keyward login\`.`
  return new NoResponse("cli/unreachable", message, { cause })
}

/** If the connection is refused, the protocol is not the cause. */
const cutOff = new Set(["ConnectionRefused", "ECONNREFUSED", "ENOTFOUND"])

function wrongProtocol({ url, urlSource, keySource }: Connection, other: string): string {
  const [said, spoken] = url.startsWith("https:") ? ["https", "http"] : ["http", "https"]
  const explanation = `The service at ${url} (${urlSource}) uses ${spoken}, not ${said}. Use ${other}.`
  if (spoken === "http" || isLocal(url)) return explanation
  return `${explanation} The key of ${keySource} was sent there unencrypted. Rotate it if you do not trust the network.`
}

const certificateAdvice = "its certificate is not trusted (set NODE_EXTRA_CA_CERTS to a file of trusted certificates)"

const reasons: Readonly<Record<string, string>> = {
  ConnectionRefused: "nothing listens there",
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no host of that name",
  ECONNRESET: "it closed the connection",
  DEPTH_ZERO_SELF_SIGNED_CERT: certificateAdvice,
  SELF_SIGNED_CERT_IN_CHAIN: certificateAdvice,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificateAdvice,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificateAdvice,
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name",
}

function noKeyward({ url, urlSource }: Connection, status: number, location: string | null): string {
  const where = location === null ? "" : ` and redirects to ${location}`
  return `The server at ${url} (${urlSource}) is not Keyward: it returned status ${status}${where}. Check the address.`
}

function envelopeIn(text: string): Record<string, unknown> | undefined {
  try {
    const envelope: unknown = JSON.parse(text)
    return isObject(envelope) && isObject(envelope.meta) ? envelope : undefined
  } catch {
    return undefined
  }
}

function refusalIn(envelope: Record<string, unknown>, status: number): Refusal {
  const error = isObject(envelope.error) ? envelope.error : {}
  const meta = isObject(envelope.meta) ? envelope.meta : {}
  const errors: readonly unknown[] = Array.isArray(error.errors) ? error.errors : []
  return {
    envelope,
    title: textIn(error, "title"),
    status,
    detail: textIn(error, "detail"),
    errorType: textIn(error, "type"),
    requestId: textIn(meta, "requestId"),
    violations: errors.filter(isObject).map((violation) => ({
      location: textIn(violation, "location"),
      message: textIn(violation, "message"),
      fix: textIn(violation, "fix") || undefined,
    })),
  }
}

function textIn(object: Record<string, unknown>, member: string): string {
  const value = object[member]
  return typeof value === "string" ? value : ""
}
