import type { ErrorCode } from "./generated/types.gen.ts"

/** Failures before a response of Keyward arrived. */
export type ClientErrorCode =
  /** The caller's signal aborted the call. */
  | "client/aborted"
  /** No response in time. The call may have taken effect. */
  | "client/timeout"
  /** No connection, or the connection broke. */
  | "client/unreachable"
  /** The response is not from Keyward: a proxy or another service uses the address. */
  | "client/unexpected_answer"

/** One invalid part of a request. */
export interface Violation {
  /** `body.<field>` or `header.<Name>`. */
  readonly location: string
  readonly message: string
  /** How to correct it, if that is not obvious. */
  readonly fix?: string
}

/** Every code that this client knows. A newer Keyward may send others, so a `switch` needs a `default`. */
export type KeywardErrorCode = ErrorCode | ClientErrorCode

interface Circumstances {
  readonly operation: string
  readonly code: KeywardErrorCode
  readonly detail: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly type?: string | undefined
  readonly errors?: readonly Violation[]
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** The only error class of the client. */
export class KeywardError extends Error {
  /** The operation, such as `keys.verifyKey`. */
  readonly operation: string
  /** `<category>/<code>` from the service, or `client/…` if there was no response. */
  readonly code: KeywardErrorCode
  /** What happened, in plain English. Never contains a secret. */
  readonly detail: string
  /** HTTP status of the response; undefined without a response. */
  readonly status: number | undefined
  /** The request id in the log of the service; undefined if Keyward did not respond. */
  readonly requestId: string | undefined
  /** URL of a page about this code. */
  readonly type: string | undefined
  /** All violations, if the request was invalid. */
  readonly errors: readonly Violation[]
  /** Seconds that the service asks you to wait before the next attempt. */
  readonly retryAfterSeconds: number | undefined

  constructor(circumstances: Circumstances) {
    const { operation, code, detail, status, requestId, type, errors = [], retryAfterSeconds, cause } = circumstances
    const where = errors.map(({ location, message }) => ` ${location} ${message}.`).join("")
    const asked = requestId === undefined ? "" : ` [${requestId}]`
    super(`${operation} (${code}): ${detail}${where}${asked}`, { cause })
    this.name = "KeywardError"
    this.operation = operation
    this.code = code
    this.detail = detail
    this.status = status
    this.requestId = requestId
    this.type = type
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
  }
}
