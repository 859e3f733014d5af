import type { ErrorCode } from "./generated/types.gen.ts"

/** What went wrong before, on the way to, or on the way back from the service. */
export type ClientErrorCode =
  /** The caller's signal. */
  | "client/aborted"
  /** No answer in time. Whether the call took effect is unknown. */
  | "client/timeout"
  /** No connection, or it broke off. */
  | "client/unreachable"
  /** Something answered that is not Keyward: a proxy, or another service at that address. */
  | "client/unexpected_answer"

/** One thing wrong with a request. */
export interface Violation {
  /** `body.<member>` or `header.<Name>`. */
  readonly location: string
  readonly message: string
  /** How to mend it, where that is not obvious. */
  readonly fix?: string
}

/** Every code that this client knows. A newer Keyward may send others, so give a `switch` over them a `default`. */
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

/** The one class of everything that can go wrong with a call. */
export class KeywardError extends Error {
  /** The operation that was called, such as `keys.verifyKey`. */
  readonly operation: string
  /** `<category>/<code>` of the service, or `client/…` where it did not answer. */
  readonly code: KeywardErrorCode
  /** What happened, for a person; never holds a secret. */
  readonly detail: string
  /** Status of the answer; absent where there was none. */
  readonly status: number | undefined
  /** Under which the service has logged it; absent where Keyward did not answer. */
  readonly requestId: string | undefined
  /** Address of a page about this code. */
  readonly type: string | undefined
  /** Every violation that was found, where the request was invalid. */
  readonly errors: readonly Violation[]
  /** How long the service asks to wait before the next attempt. */
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
