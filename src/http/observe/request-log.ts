import { flattenRope } from "../../core/flatten-rope.ts"
import { redactKeys } from "../../core/redact-keys.ts"
import type { RequestNotes } from "../../operations/context.ts"

/** The logged facts of a request. Never includes a key or a body. */
interface LoggedRequest {
  readonly requestId: string
  readonly method: string
  /** The name of the operation or page. Unknown paths are not logged. */
  readonly operationName: string
  readonly workspaceId: string | undefined
  /** When the request arrived. */
  readonly now: number
  /** A verification has a code, and the id of its key if it found one. */
  readonly notes: Pick<RequestNotes, "code" | "keyId">
}

interface LoggedResponse {
  readonly status: number
  readonly durationMs: number
  /** Present if the request was refused. */
  readonly refusal?: Refusal
}

interface Refusal {
  /** The address of the client. */
  readonly client: string
  /** The error code of the response. */
  readonly error: string
  /** The cause of a bug or an outage, for the operator only. */
  readonly cause: string | undefined
}

export interface RequestLog {
  /** Writes one entry per request. */
  note(request: LoggedRequest, response: LoggedResponse): void
  /** Reports a problem that belongs to no request. */
  report(message: string, cause: unknown): void
  /** Writes all buffered lines. */
  close(): void
}

/** Writes JSON lines for machines, or one readable line per request for a terminal. */
export function createRequestLog(write: (lines: string) => void, form: "json" | "text"): RequestLog {
  const format = form === "json" ? jsonLine : textLine
  let held = ""
  const flush = () => {
    if (held === "") return
    const lines = held
    held = ""
    write(lines)
  }
  // Lines are written in batches: one system call per line would be the most expensive part of a verification.
  const timer = setInterval(flush, flushEveryMs)
  timer.unref()
  const hold = (line: string) => {
    held += line
    if (held.length > flushAtLength) flush()
  }
  return {
    note: (request, response) => hold(format(request, response)),
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

/** Only the cause can contain arbitrary text; everything else needs no escaping. */
function jsonLine(request: LoggedRequest, { status, durationMs, refusal }: LoggedResponse): string {
  const end = refusal === undefined ? endOf(request) : `${workspaceOf(request)}${reasonOf(refusal)}}\n`
  const verdict = verdictOf(request.notes)
  return `${startOf(request.now)}${request.requestId}${requestPart(request, status)}${hundredthsOf(durationMs)}${verdict}${end}`
}

function verdictOf({ code, keyId }: LoggedRequest["notes"]): string {
  if (code === undefined) return ""
  return keyId === undefined ? `,"code":"${code}"` : `,"code":"${code}","keyId":"${keyId}"`
}

let lastWorkspaceId: string | undefined
let lastEnd = "}\n"

/** Consecutive requests often belong to one workspace, so the last text is cached. */
function endOf({ workspaceId }: LoggedRequest): string {
  if (workspaceId !== lastWorkspaceId) {
    lastWorkspaceId = workspaceId
    lastEnd = flattenRope(workspaceOf({ workspaceId }), "}\n")
  }
  return lastEnd
}

function workspaceOf({ workspaceId }: Pick<LoggedRequest, "workspaceId">): string {
  return workspaceId === undefined ? "" : `,"workspaceId":"${workspaceId}"`
}

let lastTime = -1
let lastStart = ""

/** Many requests share a millisecond, so the last text is cached. */
function startOf(time: number): string {
  if (time !== lastTime) {
    lastTime = time
    lastStart = flattenRope('{"time":"', new Date(time).toISOString(), '","requestId":"')
  }
  return lastStart
}

const knownPosts = new Map<string, Map<number, string>>()

/** An operation has few statuses, so this part of the line is cached. */
function requestPart({ method, operationName }: LoggedRequest, status: number): string {
  // Clients can invent any number of methods, so only POST is cached, and the name for messages of verifiers.
  if (method !== "POST" && method !== "WS") return writeRequestPart(method, operationName, status)
  const byStatus = knownPosts.get(operationName) ?? new Map<number, string>()
  const known = byStatus.get(status)
  if (known !== undefined) return known
  const text = writeRequestPart(method, operationName, status)
  knownPosts.set(operationName, byStatus.set(status, text))
  return text
}

function writeRequestPart(method: string, operation: string, status: number): string {
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

/** A table, because formatting a fraction takes longer than the rest of the line. */
function hundredthsOf(durationMs: number): string {
  return shortTimes[Math.round(durationMs * 100)] ?? durationMs.toFixed(2)
}

function reasonOf({ client, error, cause }: Refusal): string {
  return `,"client":"${client}","error":"${error}"${cause === undefined ? "" : `,"cause":${JSON.stringify(cause)}`}`
}

function textLine(
  { now, requestId, method, operationName, workspaceId, notes }: LoggedRequest,
  response: LoggedResponse,
): string {
  const { status, durationMs, refusal } = response
  const clock = new Date(now).toISOString().slice(11, 23)
  const parts = [
    clock,
    status,
    `${durationMs.toFixed(1)}ms`,
    method,
    operationName,
    workspaceId,
    notes.code,
    notes.keyId,
    refusal?.error,
    requestId,
  ]
  const line = parts.filter((part) => part !== undefined).join("  ")
  return refusal?.cause === undefined ? `${line}\n` : `${line}\n  ${refusal.cause.replaceAll("\n", "\n  ")}\n`
}
