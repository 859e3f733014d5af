import type { Resource } from "../resource.ts"
import type { LogForm, LoggedRequest, LoggedResponse } from "./logged.ts"

/** JSON lines with the names of OpenTelemetry's data model: https://opentelemetry.io/docs/specs/otel/logs/data-model/ */
export function otelForm(resource: Resource): LogForm {
  return {
    request(request, response) {
      const { method, operationName, now, trace } = request
      const { status } = response
      return lineOf({
        Timestamp: nanosecondsOf(now),
        // Absent fields are left out.
        TraceId: trace?.traceId,
        SpanId: trace?.spanId,
        TraceFlags: trace && Number(trace.isSampled),
        ...(status < 500 ? info : error),
        Body: `${method} ${operationName} ${status}`,
        Attributes: attributesOf(request, response),
        Resource: resource,
      })
    },
    problem: ({ message, cause, now }) =>
      lineOf({
        Timestamp: nanosecondsOf(now),
        ...warning,
        Body: message,
        Attributes: { "exception.message": cause },
        Resource: resource,
      }),
  }
}

const info = { SeverityText: "INFO", SeverityNumber: 9 }
const warning = { SeverityText: "WARN", SeverityNumber: 13 }
const error = { SeverityText: "ERROR", SeverityNumber: 17 }

/** Names of OpenTelemetry's semantic conventions where these have one, else below `keyward`. */
function attributesOf(request: LoggedRequest, { status, durationMs, refusal }: LoggedResponse) {
  return {
    "http.request.method": request.method,
    "http.response.status_code": status,
    "client.address": refusal?.client,
    "error.type": refusal?.error,
    "exception.stacktrace": refusal?.cause,
    "keyward.operation": request.operationName,
    "keyward.request.id": request.requestId,
    "keyward.duration_ms": Math.round(durationMs * 100) / 100,
    "keyward.workspace.id": request.workspaceId,
    "keyward.verdict": request.notes.code,
    "keyward.key.id": request.notes.keyId,
  }
}

/** As text, because JSON numbers lose the last digits. */
function nanosecondsOf(time: number): string {
  return `${time}000000`
}

function lineOf(entry: object): string {
  return `${JSON.stringify(entry)}\n`
}
