import type { Trace } from "../../../core/trace.ts"
import type { RequestNotes } from "../../../operations/context.ts"

/** The logged facts of a request. Never includes a key or a body. */
export interface LoggedRequest {
  readonly requestId: string
  readonly method: string
  /** The name of the operation or page. Unknown paths are not logged. */
  readonly operationName: string
  readonly workspaceId: string | undefined
  /** When the request arrived. */
  readonly now: number
  /** A verification has a code, and the id of its key if it found one. */
  readonly notes: Pick<RequestNotes, "code" | "keyId">
  readonly trace: Trace | undefined
}

export interface LoggedResponse {
  readonly status: number
  readonly durationMs: number
  /** Present if the request was refused. */
  readonly refusal?: Refusal
}

export interface Refusal {
  /** The address of the client. */
  readonly client: string
  /** The error code of the response. */
  readonly error: string
  /** The cause of a bug or an outage, for the operator only. */
  readonly cause: string | undefined
}

/** A problem that belongs to no request. */
export interface LoggedProblem {
  readonly message: string
  readonly cause: string
  readonly now: number
}

/** How entries of the log are written. Every line ends with a line break. */
export interface LogForm {
  request(request: LoggedRequest, response: LoggedResponse): string
  problem(problem: LoggedProblem): string
}
