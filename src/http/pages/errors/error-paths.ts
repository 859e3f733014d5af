import type { ErrorCode } from "../../../contract/error-table.ts"

/** The page with all errors. */
export const errorHome = "/api-reference/errors-v2/service"

export function errorPath(code: ErrorCode): string {
  return `${errorHome}/${code}`
}
