import type { Fault } from "../contract/errors.ts"
import { type Answer, json } from "./answer.ts"
import { clientAddress } from "./client-address.ts"
import { unknownOperation } from "./metrics.ts"
import type { Service } from "./service.ts"

/** One request and what becomes known of it on the way. */
export interface Exchange {
  readonly request: Request
  peer(): string
  readonly requestId: string
  readonly now: number
  readonly startedAt: number
  /** Response headers that steps add whatever the outcome. */
  readonly headers: Record<string, string>
  operation: string
  workspaceId: string | undefined
}

export function startExchange(service: Service, request: Request, peer: () => string): Exchange {
  const requestId = service.mint.id("req")
  return {
    request,
    peer,
    requestId,
    now: service.now(),
    startedAt: performance.now(),
    headers: { "Content-Type": json, "X-Request-Id": requestId, "Cache-Control": "no-store" },
    operation: unknownOperation,
    workspaceId: undefined,
  }
}

/** To HEAD, Bun sends the length of the body and not the body. */
export function respond({ headers }: Exchange, answer: Answer): Response {
  if (answer.headers !== undefined) Object.assign(headers, answer.headers)
  return new Response(answer.body, { status: answer.status, headers })
}

export function logExchange(service: Service, exchange: Exchange, status: number, failure?: Fault): void {
  const durationMs = performance.now() - exchange.startedAt
  service.metrics.countRequest(exchange.operation, status, durationMs)
  service.log.note({
    time: exchange.now,
    requestId: exchange.requestId,
    method: exchange.request.method,
    operation: exchange.operation,
    status,
    durationMs,
    workspaceId: exchange.workspaceId,
    // Whoever is refused may have to be found; asking for every address would cost every verification.
    client: failure && clientOf(service, exchange),
    error: failure?.code,
    cause: failure && causeOf(failure),
  })
}

function clientOf({ trustedProxies }: Service, { request, peer }: Exchange): string {
  return clientAddress(peer(), request.headers.get("x-forwarded-for"), trustedProxies)
}

/** Only what an operator has to look into; refusals of requests speak for themselves. */
function causeOf({ code, cause }: Fault): string | undefined {
  if (code !== "application/unexpected_error" && code !== "application/service_unavailable") return undefined
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined
}
