import type { Operation } from "../../src/operations/operation.ts"
import type { Reply } from "../harness/harness.ts"

const requestId = /^req_[1-9A-HJ-NP-Za-km-z]{22}$/

/** What is wrong with the response to the example of an operation. Undefined if it is as every operation promises. */
export function answerProblem({ paged }: Operation, { status, headers, body, text }: Reply): string | undefined {
  if (status !== 200 || body.error !== undefined) return `refused with ${status}: ${text}`
  if (!requestId.test(body.meta.requestId)) return `its request id is ${body.meta.requestId}`
  if (headers.get("x-request-id") !== body.meta.requestId) return `X-Request-Id is ${headers.get("x-request-id")}`
  if (headers.get("cache-control") !== "no-store") return `Cache-Control is ${headers.get("cache-control")}`
  if ("pagination" in body !== paged) return paged ? "it has no pagination" : "it has a pagination"
  return undefined
}
