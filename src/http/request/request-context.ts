import type { Fault } from "../../contract/errors.ts"
import { redactKeys } from "../../core/redact-keys.ts"
import { unknownOperation } from "../observe/metrics.ts"
import type { ClientAddresses } from "../server/server.ts"
import type { Service } from "../service.ts"
import { clientAddress } from "./client-address.ts"
import { json, noSniffing, type ResponseParts } from "./response.ts"
import type { WithHeaders } from "./response-headers.ts"

/**
 * One request, and what becomes known of it on the way: authentication and the steps after it add to this object, so that
 * the log and the response have what is known when a step fails.
 */
export interface RequestContext extends WithHeaders {
  readonly request: Request
  readonly method: string
  readonly clientAddresses: ClientAddresses
  readonly requestId: string
  readonly now: number
  readonly startedAt: number
  operationName: string
  workspaceId: string | undefined
}

interface Minting {
  readonly mint: Pick<Service["mint"], "id">
  now(): number
}

interface Received {
  readonly request: Request
  readonly method: string
  readonly clientAddresses: ClientAddresses
}

export function startRequest(service: Minting, { request, method, clientAddresses }: Received): RequestContext {
  return {
    request,
    method,
    clientAddresses,
    requestId: service.mint.id("req"),
    now: service.now(),
    startedAt: performance.now(),
    headers: undefined,
    operationName: unknownOperation,
    workspaceId: undefined,
  }
}

/** To HEAD, Bun sends the length of the body and not the body. */
export function respond({ requestId, headers }: RequestContext, parts: ResponseParts): Response {
  usual.set("X-Request-Id", requestId)
  const response = new Response(parts.body, parts.status === 200 ? usually : { status: parts.status, headers: usual })
  if (headers !== undefined) setAll(response.headers, headers)
  if (parts.headers !== undefined) setAll(response.headers, parts.headers)
  return response
}

function setAll(into: Headers, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) into.set(name, headers[name] ?? "")
}

/** A response copies the headers that it is made with, which takes half as long as making them from names and values. */
const usual = new Headers({ "Content-Type": json, "Cache-Control": "no-store", ...noSniffing })
const usually = { headers: usual }

export function logRequest(service: Service, context: RequestContext, status: number, failure?: Fault): void {
  const durationMs = performance.now() - context.startedAt
  service.metrics.countRequest(context.operationName, status, durationMs)
  if (failure === undefined) {
    service.log.note(context, { status, durationMs })
    return
  }
  // Whoever is refused may have to be found; asking for every address would cost every verification.
  const client = clientOf(service, context)
  service.log.note(context, { status, durationMs, refusal: { client, error: failure.code, cause: causeOf(failure) } })
}

/** Address of the client, as far as proxies can be believed. */
export function clientOf(
  { trustedProxies }: Pick<Service, "trustedProxies">,
  { request, clientAddresses }: Pick<RequestContext, "request" | "clientAddresses">,
): string {
  const peer = clientAddresses.requestIP(request)?.address ?? "-"
  return clientAddress(peer, request.headers.get("x-forwarded-for"), trustedProxies)
}

/** Only what an operator has to look into; refusals of requests speak for themselves. */
function causeOf({ code, cause }: Fault): string | undefined {
  if (code !== "application/unexpected_error" && code !== "application/service_unavailable") return undefined
  return cause instanceof Error ? redactKeys(cause.stack ?? cause.message) : undefined
}
