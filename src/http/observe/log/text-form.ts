import type { LogForm, LoggedRequest, LoggedResponse } from "./logged.ts"

/** One readable line per request, for a terminal. */
export const textForm: LogForm = {
  request: textLine,
  problem: ({ message, cause, now }) => `${clockOf(now)}  ${message} ${cause}\n`,
}

function textLine(
  { now, requestId, method, operationName, workspaceId, notes, trace }: LoggedRequest,
  response: LoggedResponse,
): string {
  const { status, durationMs, refusal } = response
  const parts = [
    clockOf(now),
    status,
    `${durationMs.toFixed(1)}ms`,
    method,
    operationName,
    workspaceId,
    notes.code,
    notes.keyId,
    refusal?.error,
    requestId,
    trace?.traceId,
  ]
  const line = parts.filter((part) => part !== undefined).join("  ")
  return refusal?.cause === undefined ? `${line}\n` : `${line}\n  ${refusal.cause.replaceAll("\n", "\n  ")}\n`
}

function clockOf(time: number): string {
  return new Date(time).toISOString().slice(11, 23)
}
