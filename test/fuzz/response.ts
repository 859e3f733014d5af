import { bodyErrors, commonErrors, idempotencyErrors } from "../../src/contract/common-errors.ts"
import { titles } from "../../src/contract/error-statuses.ts"
import { type ErrorCode, errorCodes, errorTable } from "../../src/contract/error-table.ts"
import type { Operation } from "../../src/operations/operation.ts"
import type { Reply } from "../harness/harness.ts"

/** Describes what is wrong with a response; undefined for a declared success, and for a declared error in the envelope. */
export function problemWith(operation: Operation, reply: Reply): string | undefined {
  if (!/^req_[1-9A-HJ-NP-Za-km-z]{22}$/.test(reply.body?.meta?.requestId)) return "has no request id"
  if (reply.headers.get("x-request-id") !== reply.body.meta.requestId) return "has another request id in its header"
  if (reply.headers.get("cache-control") !== "no-store") return "may be stored"
  return reply.status === 200 ? problemWithSuccess(operation, reply) : problemWithRefusal(operation, reply)
}

export function codeOf({ body }: Reply): ErrorCode | undefined {
  return errorCodes.find((code) => body?.error?.type?.endsWith(`/api-reference/errors-v2/service/${code}`))
}

function problemWithSuccess({ output }: Operation, { body }: Reply): string | undefined {
  const parsed = output.safeParse(body.data)
  return parsed.success ? undefined : `is not what is declared: ${parsed.error.message}`
}

function problemWithRefusal(operation: Operation, reply: Reply): string | undefined {
  const { error } = reply.body
  const code = codeOf(reply)
  if (code === undefined) return "has an unknown type"
  const declared: readonly string[] = [...commonErrors, ...bodyErrors, ...idempotencyErrors, ...operation.errors]
  if (!declared.includes(code)) return "is an error that the operation does not declare"
  const { status } = errorTable[code]
  if (status >= 500) return "is a failure"
  if (error.status !== status || reply.status !== status || error.title !== titles[status]) return "has another status"
  if (typeof error.detail !== "string" || error.detail === "") return "has no detail"
  return status === 400 ? problemWithViolations(error.errors) : error.errors && "lists violations"
}

function problemWithViolations(errors: unknown): string | undefined {
  if (!Array.isArray(errors) || errors.length === 0) return "lists no violations"
  const areComplete = errors.every(
    ({ location, message }) => /^(body|query|header)([.[]|$)/.test(location) && typeof message === "string" && message,
  )
  return areComplete ? undefined : "lists violations that say nothing"
}
