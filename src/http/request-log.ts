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
  /** Address of the client, where its request was refused. */
  readonly client: string | undefined
  /** Code of the error that was answered. */
  readonly error: string | undefined
  /** What a defect or an outage left behind, for the operator only. */
  readonly cause: string | undefined
}

export interface RequestLog {
  note(entry: RequestEntry): void
  /** Trouble that no request was told of. */
  report(message: string, cause: unknown): void
  /** Writes what is still held back. */
  close(): void
}

/** JSON lines for machines, or one readable line for a person at a terminal. */
export function createRequestLog(write: (lines: string) => void, form: "json" | "text"): RequestLog {
  const format = form === "json" ? jsonLine : textLine
  let held = ""
  const flush = () => {
    if (held === "") return
    const lines = held
    held = ""
    write(lines)
  }
  // One write for many lines: a system call for each would be the dearest part of a verification.
  const timer = setInterval(flush, flushEveryMs)
  timer.unref()
  const hold = (line: string) => {
    held += `${line}\n`
    if (held.length > flushAtLength) flush()
  }
  return {
    note: (entry) => hold(format(entry)),
    report(message, error) {
      const time = new Date().toISOString()
      const cause = error instanceof Error ? error.message : String(error)
      hold(form === "json" ? JSON.stringify({ time, message, cause }) : `${time.slice(11, 23)}  ${message} ${cause}`)
    },
    close() {
      clearInterval(timer)
      flush()
    },
  }
}

const flushEveryMs = 50
const flushAtLength = 65_536

/** Everything but error and cause is made by Keyward itself and needs no escaping. */
function jsonLine(entry: RequestEntry): string {
  // Whole hundredths: writing a fraction takes longer than the rest of the line.
  const hundredths = Math.round(entry.durationMs * 100)
  const ms = `${Math.floor(hundredths / 100)}.${Math.floor(hundredths / 10) % 10}${hundredths % 10}`
  const start = `{"time":"${isoTime(entry.time)}","requestId":"${entry.requestId}","method":"${entry.method}"`
  const workspace = entry.workspaceId === undefined ? "" : `,"workspaceId":${JSON.stringify(entry.workspaceId)}`
  const error = entry.error === undefined ? "" : `,"error":"${entry.error}"`
  const cause = entry.cause === undefined ? "" : `,"cause":${JSON.stringify(entry.cause)}`
  const what = `"operation":"${entry.operation}","status":${entry.status},"ms":${ms}`
  const client = entry.client === undefined ? "" : `,"client":"${entry.client}"`
  return `${start},${what}${workspace}${client}${error}${cause}}`
}

let lastTime = 0
let lastIsoTime = new Date(0).toISOString()

/** Many requests share a millisecond. */
function isoTime(time: number): string {
  if (time !== lastTime) {
    lastTime = time
    lastIsoTime = new Date(time).toISOString()
  }
  return lastIsoTime
}

function textLine({ time, requestId, method, operation, status, durationMs, workspaceId, error, cause }: RequestEntry) {
  const clock = isoTime(time).slice(11, 23)
  const told = [clock, status, `${durationMs.toFixed(1)}ms`, method, operation, workspaceId, error, requestId]
  const line = told.filter((part) => part !== undefined).join("  ")
  return cause === undefined ? line : `${line}\n  ${cause.replaceAll("\n", "\n  ")}`
}
