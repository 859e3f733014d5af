import { type ErrorCode, errorTable } from "./error-table.ts"

/** One invalid part of a request: its location, the reason, and the fix if it is not obvious. */
export interface Violation {
  readonly location: string
  readonly message: string
  readonly fix?: string
}

interface FaultOptions {
  readonly detail?: string
  readonly errors?: readonly Violation[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** An error response. Any layer may throw it; http/ turns it into the error envelope. */
export class Fault extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly errors: readonly Violation[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, options: FaultOptions) {
    super(code, { cause: options.cause })
    this.name = "Fault"
    this.code = code
    this.detail = options.detail ?? errorTable[code].detail
    this.errors = options.errors ?? []
    this.headers = options.headers ?? {}
  }
}

export function fault(code: ErrorCode, options: FaultOptions = {}): Fault {
  return new Fault(code, options)
}

/** A body can hold half a million violations, so the search stops at this number. */
export const reportedViolations = 100

export interface ViolationSummary {
  /** The first `reportedViolations` violations. */
  readonly errors: readonly Violation[]
  readonly count: number
  /** True if the rest of the request was not checked. */
  readonly isCut: boolean
}

/** Every 400 lists its violations, and `detail` counts them. */
export function invalidInput(...errors: readonly Violation[]): Fault {
  return invalidInputOf({ errors: errors.slice(0, reportedViolations), count: errors.length, isCut: false })
}

export function invalidInputOf({ errors, count, isCut }: ViolationSummary): Fault {
  const counted = `${isCut ? "at least " : ""}${count} invalid ${count === 1 ? "field" : "fields"}`
  const listed = count > errors.length ? `. The first ${errors.length} are listed` : ""
  return fault("application/invalid_input", { detail: `The request has ${counted}${listed}.`, errors })
}

/** Returns the value of a finder, or throws the given 404. */
export function found<T>(value: T | undefined, code: ErrorCode, detail?: string): T {
  if (value === undefined) throw fault(code, detail === undefined ? {} : { detail })
  return value
}
