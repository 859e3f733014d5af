import type { Span, SpanStart } from "../../tracing/tracer.ts"
import type { LoggedRequest } from "./log/logged.ts"

/** The name follows, because the route is not known yet. */
export const requestSpan: SpanStart = { name: "request", kind: "server" }

interface Outcome {
  readonly status: number
  /** The error code of a refusal. */
  readonly error: string | undefined
}

/** The attributes of the log, and those that OpenTelemetry demands of a server. */
export function endRequestSpan(span: Span, request: LoggedRequest, { status, error }: Outcome): void {
  const { method, operationName, requestId, workspaceId, notes } = request
  const knownMethod = methods.has(method) ? method : "_OTHER"
  const isMessage = method === "WS"
  span.end({
    name: isMessage ? operationName : `${knownMethod} ${operationName}`,
    attributes: {
      "http.request.method": isMessage ? undefined : knownMethod,
      "http.route": isMessage || !operationName.includes(".") ? undefined : `/v2/${operationName}`,
      "http.response.status_code": status,
      "error.type": error,
      "keyward.operation": operationName,
      "keyward.request.id": requestId,
      "keyward.workspace.id": workspaceId,
      "keyward.verdict": notes.code,
      "keyward.key.id": notes.keyId,
    },
    hasFailed: status >= 500,
  })
}

/** A client can send any method, and names of spans must be few. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE"])
