import { fault } from "../../../contract/errors.ts"
import { createMemo } from "../../../core/memo.ts"
import {
  type ParsedPermissionQuery,
  type PermissionQuery,
  parsePermissionQuery,
} from "../../../core/permission-query.ts"

/** Cached, because callers repeat a few queries and parsing one is slower than the rest of a verification. */
const knownQueries = createMemo<ParsedPermissionQuery>(1_000)

export function readPermissionQuery(text: string | undefined): PermissionQuery | undefined {
  if (text === undefined) return undefined
  const parsed = knownQueries(text, parsePermissionQuery)
  if (parsed.ok) return parsed.query
  const errors = [{ location: "body.permissions", message: parsed.message }]
  throw fault("application/permissions_query_syntax_error", { errors, detail: parsed.message })
}
