import { titles } from "../../contract/error-statuses.ts"
import { errorTable } from "../../contract/error-table.ts"
import { type Fault, Fault as FaultClass, fault, type Violation } from "../../contract/errors.ts"
import { redactKeys } from "../../core/redact-keys.ts"
import { CountersUnavailable } from "../../counters/counters.ts"
import { StorageUnavailable } from "../../storage/port/unavailable.ts"
import { acceptLists } from "./accept.ts"

/** The parts of a response, before Bun's Response object is created. */
export interface ResponseParts {
  readonly status: number
  /** Added to the default headers. A `Content-Type` here replaces `application/json`. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** A response whose body has no end yet. */
export interface StreamedParts extends Omit<ResponseParts, "body"> {
  readonly body: ReadableStream<Uint8Array> | ""
}

/** Sent with every response, so that browsers do not guess another content type. */
export const noSniffing = { "X-Content-Type-Options": "nosniff" } as const

export const json = "application/json"
const problemJson = "application/problem+json"

/** Wraps `data`, which is already JSON, in the success envelope. */
export function dataResponse(requestId: string, data: string): ResponseParts {
  return { status: 200, headers: undefined, body: `{"meta":{"requestId":"${requestId}"},"data":${data}}` }
}

/** Wraps the JSON of all fields after `meta` in the success envelope. */
export function successResponse(
  requestId: string,
  fields: string,
  headers?: Readonly<Record<string, string>>,
): ResponseParts {
  return { status: 200, headers, body: `{"meta":{"requestId":"${requestId}"},${fields}}` }
}

export function errorResponse(
  failure: Fault,
  { requestId, docsBase, accept }: { requestId: string; docsBase: string; accept: string | null },
): ResponseParts {
  const { status } = errorTable[failure.code]
  const error = {
    title: titles[status],
    detail: redactKeys(failure.detail),
    status,
    type: errorType(docsBase, failure.code),
    ...(failure.errors.length > 0 && { errors: failure.errors.map(redacted) }),
  }
  return {
    status,
    headers: {
      "Content-Type": acceptLists(accept, problemJson) ? problemJson : json,
      ...failure.headers,
    },
    body: JSON.stringify({ meta: { requestId }, error }),
  }
}

/** Longer than the location of any valid field. */
const longestLocation = 256

function redacted({ location, message, fix }: Violation): Violation {
  const place = redactKeys(location)
  return {
    location: place.length > longestLocation ? `${place.slice(0, longestLocation)}…` : place,
    message: redactKeys(message),
    ...(fix !== undefined && { fix: redactKeys(fix) }),
  }
}

export function errorType(docsBase: string, code: string): string {
  return `${docsBase}/api-reference/errors-v2/service/${code}`
}

/** Converts any error to a fault. Only defects of the server become 500. */
export function faultOf(error: unknown): Fault {
  if (error instanceof FaultClass) return error
  if (error instanceof StorageUnavailable || error instanceof CountersUnavailable) return unavailable(error)
  return fault("application/unexpected_error", { cause: error })
}

export function unavailable(cause: unknown, detail?: string): Fault {
  const headers = { "Retry-After": "1" }
  return fault("application/service_unavailable", { headers, cause, ...(detail !== undefined && { detail }) })
}
