import { redactKeys } from "../../core/redact-keys.ts"
import { jsonForm } from "./log/json-form.ts"
import type { LogForm, LoggedRequest, LoggedResponse } from "./log/logged.ts"
import { otelForm } from "./log/otel-form.ts"
import { textForm } from "./log/text-form.ts"
import type { Resource } from "./resource.ts"

export interface RequestLog {
  /** Writes one entry per request. */
  note(request: LoggedRequest, response: LoggedResponse): void
  /** Reports a problem that belongs to no request. */
  report(message: string, cause: unknown): void
  /** Writes all buffered lines. */
  close(): void
}

interface LogOptions {
  /** `otel` uses the names of OpenTelemetry's data model of logs. */
  readonly form: "json" | "text" | "otel"
  /** What writes the log. */
  readonly resource: Resource
}

export function createRequestLog(write: (lines: string) => void, { form, resource }: LogOptions): RequestLog {
  const lines = formOf(form, resource)
  let held = ""
  const flush = () => {
    if (held === "") return
    const text = held
    held = ""
    write(text)
  }
  // Lines are written in batches: one system call per line would be the most expensive part of a verification.
  const timer = setInterval(flush, flushEveryMs)
  timer.unref()
  const hold = (line: string) => {
    held += line
    if (held.length > flushAtLength) flush()
  }
  return {
    note: (request, response) => hold(lines.request(request, response)),
    report(message, error) {
      const cause = redactKeys(error instanceof Error ? error.message : String(error))
      hold(lines.problem({ message, cause, now: Date.now() }))
    },
    close() {
      clearInterval(timer)
      flush()
    },
  }
}

const flushEveryMs = 50
const flushAtLength = 65_536

function formOf(form: LogOptions["form"], resource: Resource): LogForm {
  if (form === "otel") return otelForm(resource)
  return form === "json" ? jsonForm : textForm
}
