import { flattenRope } from "../../core/flatten-rope.ts"
import { redactKeys } from "../../core/redact-keys.ts"

/** What the log says of a request. Never a key, never a body. */
interface Logged {
  readonly requestId: string
  readonly method: string
  /** Name of the operation or page; unknown paths are not repeated. */
  readonly operation: string
  readonly workspaceId: string | undefined
  /** When it came. */
  readonly now: number
}

interface Outcome {
  readonly status: number
  readonly durationMs: number
  /** Why it was refused. */
  readonly refusal?: Refusal
}

interface Refusal {
  /** Address of the client. */
  readonly client: string
  /** Code of the error that was answered. */
  readonly error: string
  /** What a defect or an outage left behind, for the operator only. */
  readonly cause: string | undefined
}

export interface RequestLog {
  /** One entry per request. */
  note(request: Logged, outcome: Outcome): void
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
    held += line
    if (held.length > flushAtLength) flush()
  }
  return {
    note: (request, outcome) => hold(format(request, outcome)),
    report(message, error) {
      const time = new Date().toISOString()
      const cause = redactKeys(error instanceof Error ? error.message : String(error))
      const line =
        form === "json" ? JSON.stringify({ time, message, cause }) : `${time.slice(11, 23)}  ${message} ${cause}`
      hold(`${line}\n`)
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
function jsonLine(request: Logged, { status, durationMs, refusal }: Outcome): string {
  const end = refusal === undefined ? endOf(request) : `${workspaceOf(request)}${reasonOf(refusal)}}\n`
  return `${startOf(request.now)}${request.requestId}${whatOf(request, status)}${hundredthsOf(durationMs)}${end}`
}

let lastWorkspaceId: string | undefined
let lastEnd = "}\n"

/** Many requests in a row are of one workspace. */
function endOf({ workspaceId }: Logged): string {
  if (workspaceId !== lastWorkspaceId) {
    lastWorkspaceId = workspaceId
    lastEnd = flattenRope(workspaceOf({ workspaceId }), "}\n")
  }
  return lastEnd
}

function workspaceOf({ workspaceId }: Pick<Logged, "workspaceId">): string {
  return workspaceId === undefined ? "" : `,"workspaceId":"${workspaceId}"`
}

let lastTime = -1
let lastStart = ""

/** Many requests share a millisecond. */
function startOf(time: number): string {
  if (time !== lastTime) {
    lastTime = time
    lastStart = flattenRope('{"time":"', new Date(time).toISOString(), '","requestId":"')
  }
  return lastStart
}

const knownPosts = new Map<string, Map<number, string>>()

/** Operations have few statuses, so that this part of a line is the same again and again. */
function whatOf({ method, operation }: Logged, status: number): string {
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
  return flattenRope(
    '","method":',
    JSON.stringify(method),
    ',"operation":"',
    operation,
    '","status":',
    status,
    ',"ms":',
  )
}

const shortTimes = Array.from({ length: 1000 }, (_, hundredths) => (hundredths / 100).toFixed(2))

/** Writing a fraction takes longer than the rest of the line. */
function hundredthsOf(durationMs: number): string {
  return shortTimes[Math.round(durationMs * 100)] ?? durationMs.toFixed(2)
}

function reasonOf({ client, error, cause }: Refusal): string {
  return `,"client":"${client}","error":"${error}"${cause === undefined ? "" : `,"cause":${JSON.stringify(cause)}`}`
}

function textLine({ now, requestId, method, operation, workspaceId }: Logged, outcome: Outcome): string {
  const { status, durationMs, refusal } = outcome
  const clock = new Date(now).toISOString().slice(11, 23)
  const told = [clock, status, `${durationMs.toFixed(1)}ms`, method, operation, workspaceId, refusal?.error, requestId]
  const line = told.filter((part) => part !== undefined).join("  ")
  return refusal?.cause === undefined ? `${line}\n` : `${line}\n  ${refusal.cause.replaceAll("\n", "\n  ")}\n`
}
