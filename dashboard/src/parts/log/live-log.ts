import type { LoggedVerification } from "@keyward/client"

export interface Log {
  /** Newest first. */
  readonly rows: readonly LoggedVerification[] | undefined
  /** Rows that came while the log was paused, newest first. */
  readonly waiting: readonly LoggedVerification[]
  /** Where older rows continue. */
  readonly older: string | undefined
  /** The oldest rows were dropped, so that older ones continue after the last that is left. */
  readonly isCut: boolean
  /** More rows came than a person can read, so the log continues at the present. */
  readonly hasSkipped: boolean
  /** The rows are those of an earlier question. */
  readonly isStale: boolean
  readonly error: unknown
}

/** The first rows of a question. */
export interface StartedLog {
  readonly type: "started"
  readonly rows: readonly LoggedVerification[]
  readonly older: string | undefined
}

export type LogAction =
  | StartedLog
  | { readonly type: "newer"; readonly rows: readonly LoggedVerification[]; readonly isPaused: boolean }
  | { readonly type: "shown" | "skipped" | "query" }
  | { readonly type: "failed"; readonly error: unknown }

/** A page that stays open for days must not grow. */
export const keptRows = 500
export const emptyLog: Log = {
  rows: undefined,
  waiting: [],
  older: undefined,
  isCut: false,
  hasSkipped: false,
  isStale: false,
  error: undefined,
}

/** The log after something happened to it. */
export function nextLog(log: Log, action: LogAction): Log {
  switch (action.type) {
    case "started":
      return { ...emptyLog, rows: action.rows, older: action.older }
    case "newer":
      if (action.isPaused) return { ...log, error: undefined, waiting: merged(action.rows, log.waiting) }
      return withRows(log, merged(action.rows, log.rows ?? []))
    case "shown":
      // Nothing was read yet, which does not mean that there is nothing.
      if (log.rows === undefined) return log
      return { ...withRows(log, merged(log.waiting, log.rows ?? [])), waiting: [] }
    case "skipped":
      return { ...log, hasSkipped: true }
    case "query":
      return { ...log, waiting: [], isStale: true, error: undefined }
    case "failed":
      return { ...log, isStale: false, error: action.error }
  }
}

function withRows(log: Log, rows: readonly LoggedVerification[]): Log {
  const kept = rows.slice(0, keptRows)
  return { ...log, error: undefined, rows: kept, isCut: log.isCut || kept.length < rows.length }
}

/** The log and its tail overlap by two seconds. */
function merged(newer: readonly LoggedVerification[], older: readonly LoggedVerification[]) {
  if (newer.length === 0) return older
  const known = new Set(older.slice(0, keptRows).map(logRowKey))
  const fresh = newer.filter((row) => !known.has(logRowKey(row)))
  return [...fresh, ...older].sort((one, other) => other.time - one.time)
}

export function logRowKey({ time, requestId, keyId = "" }: LoggedVerification): string {
  return `${time} ${requestId} ${keyId}`
}
