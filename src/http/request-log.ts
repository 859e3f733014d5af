/** One entry per request. Never a key, never a body. */
export interface RequestEntry {
  readonly time: number
  readonly requestId: string
  readonly method: string
  /** Name of the operation or page; unknown paths are not repeated. */
  readonly operation: string
  readonly status: number
  readonly durationMs: number
  readonly workspaceId: string | undefined
  /** Address of the client. */
  readonly client: string
  /** Code of the error that was answered. */
  readonly error: string | undefined
  /** What a defect or an outage left behind, for the operator only. */
  readonly cause: string | undefined
}

export type RequestLog = (entry: RequestEntry) => void

/** JSON lines for machines, or one readable line for a person at a terminal. */
export function createRequestLog(write: (line: string) => void, form: "json" | "text"): RequestLog {
  const format = form === "json" ? jsonLine : textLine
  return (entry) => write(`${format(entry)}\n`)
}

function jsonLine({
  time,
  requestId,
  method,
  operation,
  status,
  durationMs,
  workspaceId,
  client,
  error,
  cause,
}: RequestEntry) {
  const ms = Math.round(durationMs * 100) / 100
  return JSON.stringify({
    time: new Date(time).toISOString(),
    requestId,
    method,
    operation,
    status,
    ms,
    workspaceId,
    client,
    error,
    cause,
  })
}

function textLine({ time, requestId, method, operation, status, durationMs, workspaceId, error, cause }: RequestEntry) {
  const clock = new Date(time).toISOString().slice(11, 23)
  const told = [clock, status, `${durationMs.toFixed(1)}ms`, method, operation, workspaceId, error, requestId]
  const line = told.filter((part) => part !== undefined).join("  ")
  return cause === undefined ? line : `${line}\n  ${cause.replaceAll("\n", "\n  ")}`
}
