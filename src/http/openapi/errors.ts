import { bodyErrors, commonErrors, idempotencyErrors } from "../../contract/common-errors.ts"
import { type ErrorStatus, titles } from "../../contract/error-statuses.ts"
import { type ErrorCode, errorCodes, errorTable } from "../../contract/error-table.ts"
import type { Violation } from "../../contract/errors.ts"
import { errorType } from "../request/response.ts"
import { exampleRequestId } from "./envelope.ts"
import { type Components, type Reference, type ResponseObject, refTo } from "./model.ts"

/** An example body for every error code. */
export function errorExamples(docsBase: string): Components["examples"] {
  return Object.fromEntries(
    errorCodes.map((code) => {
      const { status, detail, when } = errorTable[code]
      const errors = violationExamples[code]
      const error = {
        title: titles[status],
        detail,
        status,
        type: errorType(docsBase, code),
        ...(errors && { errors }),
      }
      return [exampleName(code), { summary: when, value: { meta: { requestId: exampleRequestId }, error } }]
    }),
  )
}

const violationExamples: Partial<Record<ErrorCode, readonly Violation[]>> = {
  "authentication/malformed": [{ location: "header.Authorization", message: "must be `Bearer` and one key" }],
  "application/invalid_json": [{ location: "body", message: "must be well-formed JSON in UTF-8" }],
  "application/invalid_input": [
    { location: "body.nmae", message: "is not a field of this request", fix: "Leave it out." },
  ],
  "application/permissions_query_syntax_error": [{ location: "body.permissions", message: "ends with an operator" }],
}

/** Error responses that most operations share, by name. */
export function sharedErrorResponses(): Record<string, ResponseObject> {
  const responses = [...shared].map(([status, codes]) => [responseName(status), errorResponse(status, codes)] as const)
  return Object.fromEntries(responses)
}

/** One response per status. Refers to the shared response if the operation adds no code of its own. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, ResponseObject | Reference> {
  const responses = [...byStatus(codes)].map(([status, own]) => {
    const isShared = own.join() === shared.get(status)?.join()
    return [status, isShared ? refTo("responses", responseName(status)) : errorResponse(status, own)] as const
  })
  return Object.fromEntries(responses)
}

const shared = byStatus([
  ...commonErrors,
  ...bodyErrors,
  ...idempotencyErrors,
  "application/route_not_found",
  "application/method_not_allowed",
])

/** Groups codes by status, in the order of the error table. */
function byStatus(codes: readonly ErrorCode[]): Map<ErrorStatus, ErrorCode[]> {
  const wanted = new Set(codes)
  return Map.groupBy(
    errorCodes.filter((code) => wanted.has(code)),
    (code) => errorTable[code].status,
  )
}

function errorResponse(status: ErrorStatus, codes: readonly ErrorCode[]): ResponseObject {
  const lines = codes.map((code) => `- \`${code}\`: ${errorTable[code].when}`)
  return {
    description: [`${titles[status]}.`, "", ...lines].join("\n"),
    headers: {
      "X-Request-Id": refTo("headers", "X-Request-Id"),
      "Keyward-Limits": refTo("headers", "Keyward-Limits"),
      ...Object.fromEntries((headersOf[status] ?? []).map((name) => [name, refTo("headers", name)])),
    },
    content: {
      "application/json": {
        schema: refTo("schemas", status === 400 ? "InvalidRequestResponse" : "ErrorResponse"),
        examples: Object.fromEntries(codes.map((code) => [code, refTo("examples", exampleName(code))])),
      },
    },
  }
}

const headersOf: Partial<Record<ErrorStatus, readonly string[]>> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  409: ["Retry-After"],
  429: ["Retry-After", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"],
  503: ["Retry-After"],
}

/** Component names must not contain a slash. */
export function exampleName(code: ErrorCode): string {
  return code.replace("/", ".")
}

function responseName(status: ErrorStatus): string {
  return titles[status].replaceAll(" ", "")
}
