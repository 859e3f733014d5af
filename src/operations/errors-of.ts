import { bodyErrors, commonErrors, idempotencyErrors } from "../contract/common-errors.ts"
import type { ErrorCode } from "../contract/error-table.ts"
import { isRepeatable, type Operation } from "./operation.ts"

/** All errors that an operation can return. */
export function errorsOf(operation: Operation, method: "GET" | "POST"): readonly ErrorCode[] {
  return [
    ...commonErrors,
    ...((operation.callers ?? ["root_key"]).includes("root_key") ? memberErrors : []),
    ...(method === "POST" ? bodyErrors : []),
    ...(isRepeatable(operation) ? idempotencyErrors : []),
    ...operation.errors,
  ]
}

/** A user who has signed in names the workspace in a header. */
const memberErrors = ["data/workspace_not_found"] as const

/** The names of the operations that can return an error; `all` if every operation can. */
export function operationsReturning(code: ErrorCode, operations: readonly Operation[]): "all" | readonly string[] {
  const names = operations.filter((one) => errorsOf(one, "POST").includes(code)).map(({ name }) => name)
  return names.length === operations.length ? "all" : names
}
