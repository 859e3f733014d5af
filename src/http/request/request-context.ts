import type { Fault } from "../../contract/errors.ts"
import { redactKeys } from "../../core/redact-keys.ts"
import { readTraceparent, type Trace } from "../../core/trace.ts"
import type { RequestNotes } from "../../operations/context.ts"
import type { Span } from "../../tracing/tracer.ts"
import { unknownOperation } from "../observe/metrics.ts"
import { endRequestSpan, requestSpan } from "../observe/request-span.ts"
import type { Service } from "../service.ts"
import type { ClientAddresses } from "./client-address.ts"
import { clientAddress } from "./client-address.ts"
import { json, noSniffing, type ResponseParts, type StreamedParts } from "./response.ts"
import type { WithHeaders } from "./response-headers.ts"

/**
 * The state of one request that the log and the response need even if a step fails. Later steps copy it and add fields:
 * a copy is three times as fast as adding fields to one object.
 */
export interface RequestContext extends WithHeaders {
  readonly request: Request
  readonly method: string
  readonly clientAddresses: ClientAddresses
  readonly requestId: string
  readonly now: number
  readonly startedAt: number
  /** Cookies to set, with success and error. Copies of the context share them. */
  readonly cookies: string[]
  operationName: string
  workspaceId: string | undefined
  /** Shared by all copies of the context. */
  readonly notes: RequestNotes
  readonly trace: Trace | undefined
  /** Present if this process records the request. */
  readonly span: Span | undefined
}

interface RequestService {
  readonly tracer?: Service["tracer"]
  readonly mint: Pick<Service["mint"], "id">
  now(): number
}

interface ReceivedRequest {
  readonly request: Request
  readonly method: string
  readonly clientAddresses: ClientAddresses
}

export function startRequest(
  service: RequestService,
  { request, method, clientAddresses }: ReceivedRequest,
): RequestContext {
  const caller = readTraceparent(request.headers.get("traceparent"))
  const span = service.tracer?.start(requestSpan, caller)
  return {
    request,
    method,
    clientAddresses,
    requestId: service.mint.id("req"),
    now: service.now(),
    startedAt: performance.now(),
    headers: {},
    cookies: [],
    operationName: unknownOperation,
    workspaceId: undefined,
    notes: { code: undefined, keyId: undefined, passedChecks: 0, deniedChecks: 0, isRefusedSignIn: false },
    trace: span?.trace ?? caller,
    span,
  }
}

/** What the work does is recorded with the request, if that is recorded. */
export function inSpan<T>({ span }: Pick<RequestContext, "span">, work: () => T): T {
  return span === undefined ? work() : span.run(work)
}

/** Bun removes the body from responses to HEAD. */
export function respond(
  { requestId, headers, cookies }: RequestContext,
  parts: ResponseParts | StreamedParts,
): Response {
  usual.set("X-Request-Id", requestId)
  const response = new Response(parts.body, parts.status === 200 ? usually : { status: parts.status, headers: usual })
  setHeaders(response, headers)
  if (parts.headers !== undefined) setHeaders(response, parts.headers)
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie)
  return response
}

/** Reads `response.headers` only if there is something to set, because Bun creates that object when it is read. */
function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) response.headers.set(name, headers[name] ?? "")
}

/** One shared object, because copying headers is twice as fast as creating them for each response. */
const usual = new Headers({ "Content-Type": json, "Cache-Control": "no-store", ...noSniffing })
const usually = { headers: usual }

export function logRequest(service: Service, context: RequestContext, status: number, failure?: Fault): void {
  const durationMs = performance.now() - context.startedAt
  service.metrics.countRequest(context, status, durationMs)
  if (context.notes.isRefusedSignIn) service.refusedSignIns.note(clientOf(service, context))
  if (context.span !== undefined) endRequestSpan(context.span, context, { status, error: failure?.code })
  if (failure === undefined) {
    service.log.note(context, { status, durationMs })
    return
  }
  // Only refused requests log the address, because reading it would slow every verification.
  const client = clientOf(service, context)
  service.log.note(context, { status, durationMs, refusal: { client, error: failure.code, cause: causeOf(failure) } })
}

/** The address of the client, or of the first proxy that is not trusted. */
export function clientOf(
  { trustedProxies }: Pick<Service, "trustedProxies">,
  { request, clientAddresses }: Pick<RequestContext, "request" | "clientAddresses">,
): string {
  const peer = clientAddresses.requestIP(request)?.address ?? "-"
  return clientAddress(peer, request.headers.get("x-forwarded-for"), trustedProxies)
}

/** Logs a cause only for server errors. For other errors the code is enough. */
function causeOf({ code, cause }: Fault): string | undefined {
  if (code !== "application/unexpected_error" && code !== "application/service_unavailable") return undefined
  return cause instanceof Error ? redactKeys(cause.stack ?? cause.message) : undefined
}
