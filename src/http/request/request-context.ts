import type { Fault } from "../../contract/errors.ts"
import { redactKeys } from "../../core/redact-keys.ts"
import { unknownOperation } from "../observe/metrics.ts"
import type { ClientAddresses } from "../server/server.ts"
import type { Service } from "../service.ts"
import { clientAddress } from "./client-address.ts"
import { type Answer, json, noSniffing } from "./response.ts"
import type { WithHeaders } from "./response-headers.ts"

/** One request and what becomes known of it on the way. */
export interface Exchange extends WithHeaders {
  readonly request: Request
  readonly method: string
  readonly clientAddresses: ClientAddresses
  readonly requestId: string
  readonly now: number
  readonly startedAt: number
  operation: string
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

export function startExchange(service: Minting, { request, method, clientAddresses }: Received): Exchange {
  return {
    request,
    method,
    clientAddresses,
    requestId: service.mint.id("req"),
    now: service.now(),
    startedAt: performance.now(),
    headers: undefined,
    operation: unknownOperation,
    workspaceId: undefined,
  }
}

/** To HEAD, Bun sends the length of the body and not the body. */
export function respond({ requestId, headers }: Exchange, answer: Answer): Response {
  usual.set("X-Request-Id", requestId)
  const response = new Response(
    answer.body,
    answer.status === 200 ? usually : { status: answer.status, headers: usual },
  )
  if (headers !== undefined) setAll(response.headers, headers)
  if (answer.headers !== undefined) setAll(response.headers, answer.headers)
  return response
}

function setAll(into: Headers, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) into.set(name, headers[name] ?? "")
}

/** A response copies the headers that it is made with, which takes half as long as making them from names and values. */
const usual = new Headers({ "Content-Type": json, "Cache-Control": "no-store", ...noSniffing })
const usually = { headers: usual }

export function logExchange(service: Service, exchange: Exchange, status: number, failure?: Fault): void {
  const durationMs = performance.now() - exchange.startedAt
  service.metrics.countRequest(exchange.operation, status, durationMs)
  if (failure === undefined) {
    service.log.note(exchange, { status, durationMs })
    return
  }
  // Whoever is refused may have to be found; asking for every address would cost every verification.
  const client = clientOf(service, exchange)
  service.log.note(exchange, { status, durationMs, refusal: { client, error: failure.code, cause: causeOf(failure) } })
}

/** Address of the client, as far as proxies can be believed. */
export function clientOf(
  { trustedProxies }: Pick<Service, "trustedProxies">,
  { request, clientAddresses }: Pick<Exchange, "request" | "clientAddresses">,
): string {
  const peer = clientAddresses.requestIP(request)?.address ?? "-"
  return clientAddress(peer, request.headers.get("x-forwarded-for"), trustedProxies)
}

/** Only what an operator has to look into; refusals of requests speak for themselves. */
function causeOf({ code, cause }: Fault): string | undefined {
  if (code !== "application/unexpected_error" && code !== "application/service_unavailable") return undefined
  return cause instanceof Error ? redactKeys(cause.stack ?? cause.message) : undefined
}
