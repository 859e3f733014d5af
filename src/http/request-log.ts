import { flatText } from "../core/flat-text.ts"

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

/** Everything but the cause is made by Keyward itself and needs no escaping. */
function jsonLine(entry: RequestEntry): string {
  const line = `${startOf(entry.time)}${entry.requestId}${whatOf(entry)}${hundredthsOf(entry.durationMs)}`
  const workspace = entry.workspaceId === undefined ? "" : `,"workspaceId":"${entry.workspaceId}"`
  return entry.error === undefined ? `${line}${workspace}}` : `${line}${workspace}${troubleOf(entry)}}`
}

let lastTime = -1
let lastStart = ""

/** Many requests share a millisecond. */
function startOf(time: number): string {
  if (time !== lastTime) {
    lastTime = time
    lastStart = flatText('{"time":"', new Date(time).toISOString(), '","requestId":"')
  }
  return lastStart
}

const knownPosts = new Map<string, Map<number, string>>()

/** Operations have few statuses, so that this part of a line is the same again and again. */
function whatOf({ method, operation, status }: RequestEntry): string {
  // Whoever sends other methods can make up any number of them.
  if (method !== "POST") return writeWhat(method, operation, status)
  const byStatus = knownPosts.get(operation) ?? new Map<number, string>()
  const known = byStatus.get(status)
  if (known !== undefined) return known
  const text = writeWhat(method, operation, status)
  knownPosts.set(operation, byStatus.set(status, text))
  return text
}

function writeWhat(method: string, operation: string, status: number): string {
  return flatText('","method":', JSON.stringify(method), ',"operation":"', operation, '","status":', status, ',"ms":')
}

const shortTimes = Array.from({ length: 1000 }, (_, hundredths) => (hundredths / 100).toFixed(2))

/** Writing a fraction takes longer than the rest of the line. */
function hundredthsOf(durationMs: number): string {
  return shortTimes[Math.round(durationMs * 100)] ?? durationMs.toFixed(2)
}

function troubleOf({ client, error, cause }: RequestEntry): string {
  const told = client === undefined ? "" : `,"client":"${client}"`
  return `${told},"error":"${error}"${cause === undefined ? "" : `,"cause":${JSON.stringify(cause)}`}`
}

function textLine({ time, requestId, method, operation, status, durationMs, workspaceId, error, cause }: RequestEntry) {
  const clock = new Date(time).toISOString().slice(11, 23)
  const told = [clock, status, `${durationMs.toFixed(1)}ms`, method, operation, workspaceId, error, requestId]
  const line = told.filter((part) => part !== undefined).join("  ")
  return cause === undefined ? line : `${line}\n  ${cause.replaceAll("\n", "\n  ")}`
}
