import type { Fault } from "../contract/errors.ts"
import { type Answer, json } from "./answer.ts"
import { clientAddress } from "./client-address.ts"
import { unknownOperation } from "./metrics.ts"
import type { Service } from "./service.ts"

/** One request and what becomes known of it on the way. */
export interface Exchange {
  readonly request: Request
  readonly method: string
  peer(): string
  readonly requestId: string
  readonly now: number
  readonly startedAt: number
  /** Response headers that steps add, whatever the outcome, to those that every answer has. */
  readonly headers: Record<string, string>
  operation: string
  workspaceId: string | undefined
}

export function startExchange(service: Service, request: Request, peer: () => string): Exchange {
  const requestId = service.mint.id("req")
  return {
    request,
    method: request.method,
    peer,
    requestId,
    now: service.now(),
    startedAt: performance.now(),
    headers: {},
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
  for (const name in headers) response.headers.set(name, headers[name] ?? "")
  for (const name in answer.headers) response.headers.set(name, answer.headers[name] ?? "")
  return response
}

/** A response copies the headers that it is made with, which takes half as long as making them from names and values. */
const usual = new Headers({ "Content-Type": json, "Cache-Control": "no-store" })
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

function clientOf({ trustedProxies }: Service, { request, peer }: Exchange): string {
  return clientAddress(peer(), request.headers.get("x-forwarded-for"), trustedProxies)
}

/** Only what an operator has to look into; refusals of requests speak for themselves. */
function causeOf({ code, cause }: Fault): string | undefined {
  if (code !== "application/unexpected_error" && code !== "application/service_unavailable") return undefined
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined
}
