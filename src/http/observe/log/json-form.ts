import { flattenRope } from "../../../core/flatten-rope.ts"
import type { LogForm, LoggedRequest, LoggedResponse, Refusal } from "./logged.ts"

/** JSON lines for machines. */
export const jsonForm: LogForm = {
  request: jsonLine,
  problem: ({ message, cause, now }) => `${JSON.stringify({ time: new Date(now).toISOString(), message, cause })}\n`,
}

/** Only the cause can contain arbitrary text; everything else needs no escaping. */
function jsonLine(request: LoggedRequest, { status, durationMs, refusal }: LoggedResponse): string {
  const end = refusal === undefined ? endOf(request) : `${workspaceOf(request)}${reasonOf(refusal)}}\n`
  const verdict = verdictOf(request.notes)
  return `${startOf(request.now)}${request.requestId}${requestPart(request, status)}${hundredthsOf(durationMs)}${verdict}${traceOf(request)}${end}`
}

function traceOf({ trace }: LoggedRequest): string {
  return trace === undefined ? "" : `,"traceId":"${trace.traceId}"`
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
