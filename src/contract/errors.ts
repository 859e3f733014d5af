/**
 * Every error the server can send, once. The pages under /api-reference, the OpenAPI document and the answers
 * themselves are made from this table.
 */
interface ErrorEntry {
  readonly status: ErrorStatus
  /** What a request gets as `detail` when the place that throws has nothing more precise to say. */
  readonly detail: string
  readonly when: string
  readonly clears: string
}

export const titles = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const

export type ErrorStatus = keyof typeof titles

export const errorTable = {
  "authentication/missing": {
    status: 401,
    detail: "The request has no Authorization header. Send `Authorization: Bearer <key>`.",
    when: "The request carries no `Authorization` header.",
    clears: "Send `Authorization: Bearer <key>`.",
  },
  "authentication/malformed": {
    status: 400,
    detail: "The Authorization header is not of the form `Bearer <key>`.",
    when: "The `Authorization` header has another scheme than Bearer, is empty, has no token, a token with white space or over 512 characters, or is sent more than once.",
    clears: "Use the scheme Bearer with one key.",
  },
  "authentication/key_not_found": {
    status: 401,
    detail: "The presented key is unknown or was deleted.",
    when: "The presented key is unknown or deleted, or its API or workspace is deleted.",
    clears: "Use a live key.",
  },
  "authorization/workspace_disabled": {
    status: 403,
    detail: "The workspace tied to this API key is disabled.",
    when: "The presented key belongs to a disabled workspace, whatever the state of the key itself.",
    clears: "The workspace is re-enabled by an operator; individually disabled keys stay unusable.",
  },
  "authorization/key_disabled": {
    status: 403,
    detail: "The presented key is disabled.",
    when: "The presented key is individually disabled.",
    clears: "Enable the key.",
  },
  "authorization/key_expired": {
    status: 403,
    detail: "The presented key has expired.",
    when: "The time in the `expires` member of the presented key has come.",
    clears: "Move its `expires`, or use another key.",
  },
  "authorization/insufficient_permissions": {
    status: 403,
    detail: "The presented key lacks a permission that this operation needs.",
    when: "A permission is missing, or a root key asks to hand on a permission that it does not hold itself.",
    clears: "Grant the permission that the detail names.",
  },
  "limits/workspace_rate_limited": {
    status: 429,
    detail: "The workspace has used up its requests for this minute.",
    when: "`limits.requestsPerMinute` of the workspace is exceeded, or an API key as bearer has made its 60 calls of the minute.",
    clears: "Wait the number of seconds in `Retry-After`, or have an operator raise the limit of the workspace.",
  },
  "limits/quota_exceeded": {
    status: 403,
    detail: "The workspace has reached one of its quotas.",
    when: "`limits.keys`, `limits.identities` or `limits.verificationsPerMonth` of the workspace would be exceeded; the detail names which.",
    clears: "Delete objects, wait for the next UTC month, or have an operator raise the limit.",
  },
  "application/route_not_found": {
    status: 404,
    detail: "There is nothing at this path.",
    when: "The path names no operation and no page.",
    clears: "Use a path listed in /reference.",
  },
  "application/method_not_allowed": {
    status: 405,
    detail: "This path does not serve that method; the Allow header names those it serves.",
    when: "The path exists, but not with this method.",
    clears: "Use a method named in `Allow`.",
  },
  "application/unsupported_media_type": {
    status: 415,
    detail: "The body must be sent as `Content-Type: application/json` without a content encoding.",
    when: "A body that is not empty has no JSON `Content-Type`, or a `Content-Encoding` other than `identity`.",
    clears: "Send `Content-Type: application/json`.",
  },
  "application/body_too_large": {
    status: 413,
    detail: "The body is larger than 1 MiB (1,048,576 bytes).",
    when: "The body is larger than 1 MiB (1,048,576 bytes).",
    clears: "Send less.",
  },
  "application/invalid_json": {
    status: 400,
    detail: "The body is not well-formed JSON in UTF-8.",
    when: "The body is not well-formed JSON in UTF-8.",
    clears: "Repair the JSON.",
  },
  "application/invalid_input": {
    status: 400,
    detail: "The request has invalid fields.",
    when: "A member, query parameter or header breaks its bounds, is unknown, is missing, or contradicts another or the stored state.",
    clears: "Repair every entry of `error.errors`.",
  },
  "application/permissions_query_syntax_error": {
    status: 400,
    detail: "The permission query cannot be understood.",
    when: "`permissions` of keys.verifyKey is not in the grammar of permission queries.",
    clears: "Repair the query at the position that the message names.",
  },
  "application/request_timeout": {
    status: 408,
    detail: "The request did not arrive in full in time.",
    when: "The request did not arrive in full within 30 s, or nothing of it arrived for 15 s.",
    clears: "Send it faster.",
  },
  "application/precondition_failed": {
    status: 412,
    detail: "The state of the object or of the installation forbids this operation.",
    when: "The state of the object or of the installation forbids the operation.",
    clears: "As the detail says.",
  },
  "application/protected_resource": {
    status: 412,
    detail: "The API has delete protection. Call apis.updateApi with `deleteProtection: false` first.",
    when: "apis.deleteApi is called on an API with delete protection.",
    clears: "apis.updateApi with `deleteProtection: false`.",
  },
  "application/idempotency_in_progress": {
    status: 409,
    detail: "The first request with this Idempotency-Key is still running.",
    when: "A request repeats an `Idempotency-Key` while the first one is still running.",
    clears: "Wait a second and repeat.",
  },
  "application/idempotency_key_reused": {
    status: 422,
    detail: "This Idempotency-Key was used for another body within the last 24 hours.",
    when: "A request repeats an `Idempotency-Key` with another body.",
    clears: "Use a fresh key.",
  },
  "application/unexpected_error": {
    status: 500,
    detail: "The server met a defect of its own; nothing was changed.",
    when: "The server met a defect of its own. Nothing was changed.",
    clears: "Report it with the request id.",
  },
  "application/service_unavailable": {
    status: 503,
    detail: "The service cannot answer right now; nothing was changed. Repeat the request later.",
    when: "Storage or limiter cannot be reached, the server has more work than it can do, or it is starting or stopping. Nothing was changed.",
    clears: "Repeat later, after `Retry-After` seconds.",
  },
  "data/workspace_not_found": {
    status: 404,
    detail: "No such workspace can be reached with this key.",
    when: "No such workspace exists, or it is not the caller's.",
    clears: "Correct the id.",
  },
  "data/root_key_not_found": {
    status: 404,
    detail: "The workspace has no such root key.",
    when: "No such root key exists in the workspace.",
    clears: "Correct the id; rootKeys.listRootKeys shows them.",
  },
  "data/api_not_found": {
    status: 404,
    detail: "The workspace has no such API.",
    when: "No such live API exists in the workspace.",
    clears: "Correct the id; apis.listApis shows them.",
  },
  "data/key_not_found": {
    status: 404,
    detail: "The workspace has no such key.",
    when: "No such live key exists in the workspace.",
    clears: "Correct the id or key; keys.listKeys shows them.",
  },
  "data/migration_not_found": {
    status: 404,
    detail: "The workspace has no such migration.",
    when: "No such migration exists in the workspace.",
    clears: "Correct the id, or create one with keys.createMigration.",
  },
  "data/identity_not_found": {
    status: 404,
    detail: "The requested identity could not be found.",
    when: "The referenced identity, by identifier or external identifier, does not exist in the caller's workspace: wrong or mistyped identifier, wrong letter case of an external identifier, identity deleted, or identity of another workspace.",
    clears:
      "identities.listIdentities finds the right identifier; identities.createIdentity makes a deleted identity anew.",
  },
  "data/permission_not_found": {
    status: 404,
    detail: "The workspace has no such permission.",
    when: "No such permission exists in the workspace.",
    clears: "Correct it, or create it with permissions.createPermission.",
  },
  "data/role_not_found": {
    status: 404,
    detail: "The workspace has no such role.",
    when: "No such role exists in the workspace; the detail names it.",
    clears: "Correct it, or create it with permissions.createRole.",
  },
  "data/ratelimit_namespace_not_found": {
    status: 404,
    detail: "The workspace has no such rate-limit namespace.",
    when: "No such live namespace exists in the workspace.",
    clears: "Correct it; ratelimit.limit creates a namespace on first use.",
  },
  "data/ratelimit_override_not_found": {
    status: 404,
    detail: "No override of this namespace fits the identifier.",
    when: "No override of the namespace fits the identifier.",
    clears: "Correct the identifier.",
  },
  "data/ratelimit_namespace_gone": {
    status: 410,
    detail: "This rate-limit namespace was deleted, and its name stays taken.",
    when: "ratelimit.limit or ratelimit.multiLimit is called on a deleted namespace.",
    clears: "Use another namespace name.",
  },
  "data/identity_already_exists": {
    status: 409,
    detail: "The workspace already has an identity with this externalId.",
    when: "The externalId is taken by a live identity of the workspace.",
    clears: "Use that identity.",
  },
  "data/permission_already_exists": {
    status: 409,
    detail: "The workspace already has a permission with this slug.",
    when: "The slug is taken in the workspace.",
    clears: "Use that permission.",
  },
  "data/role_already_exists": {
    status: 409,
    detail: "The workspace already has a role with this name.",
    when: "The role name is taken in the workspace.",
    clears: "Use that role.",
  },
} as const satisfies Record<string, ErrorEntry>

/** `<category>/<code>`, as in the path of the error's page. */
export type ErrorCode = keyof typeof errorTable

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[]

/** One thing wrong with a request: where it is, what is wrong, and how to mend it if that is not obvious. */
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

/** A request that cannot be served. Thrown anywhere below http/, turned into the error envelope there. */
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

/** A body may hold half a million violations; nobody reads more than these, and looking for them stops here. */
export const reportedViolations = 100

/** What was found to be wrong with a request. */
export interface Findings {
  /** The first of them, at most `reportedViolations`. */
  readonly errors: readonly Violation[]
  readonly count: number
  /** Whether the rest of the request was not looked at any more. */
  readonly isCut: boolean
}

/** Every 400 lists what is wrong, and the detail counts it. */
export function invalidInput(...errors: readonly Violation[]): Fault {
  return invalidInputOf({ errors: errors.slice(0, reportedViolations), count: errors.length, isCut: false })
}

export function invalidInputOf({ errors, count, isCut }: Findings): Fault {
  const counted = `${isCut ? "at least " : ""}${count} invalid ${count === 1 ? "field" : "fields"}`
  const listed = count > errors.length ? `, of which the first ${errors.length} are listed` : ""
  return fault("application/invalid_input", { detail: `The request has ${counted}${listed}.`, errors })
}

/** Gives back what a finder found, or throws the 404 that belongs to it. */
export function found<T>(value: T | undefined, code: ErrorCode, detail?: string): T {
  if (value === undefined) throw fault(code, detail === undefined ? {} : { detail })
  return value
}
