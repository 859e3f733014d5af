import type { ErrorStatus } from "./error-statuses.ts"

/** Every error that the server can send. Responses, the OpenAPI document and the error pages are built from this table. */
interface ErrorEntry {
  readonly status: ErrorStatus
  /** The `detail` of a response, unless the thrown fault has a more precise one. */
  readonly detail: string
  readonly when: string
  readonly clears: string
}

export const errorTable = {
  "authentication/missing": {
    status: 401,
    detail: "The request has no Authorization header. Send `Authorization: Bearer <key>`.",
    when: "The request has no `Authorization` header.",
    clears: "Send `Authorization: Bearer <key>`.",
  },
  "authentication/malformed": {
    status: 400,
    detail: "The Authorization header must have the form `Bearer <key>`.",
    when: "The `Authorization` header is empty, is sent twice or does not use the Bearer scheme. Or its key is missing, contains white space or has more than 512 characters.",
    clears: "Send one header of the form `Authorization: Bearer <key>`.",
  },
  "authentication/key_not_found": {
    status: 401,
    detail: "The presented key is unknown or was deleted.",
    when: "The presented key is unknown or deleted, or its API or workspace is deleted.",
    clears: "Use a key that exists.",
  },
  "authentication/session_expired": {
    status: 401,
    detail: "You are signed out. Sign in again.",
    when: "The session has expired, was ended or is unknown.",
    clears: "Sign in again.",
  },
  "authentication/sign_in_failed": {
    status: 401,
    detail: "The sign-in failed. Check what you entered, or ask for a new link.",
    when: "The e-mail address, password, key or link of a sign-in is wrong, used or expired. `detail` does not say which.",
    clears: "Check what you entered, or ask an operator for a link to reset the password.",
  },
  "authorization/origin_not_allowed": {
    status: 403,
    detail:
      "A request with a cookie must be a POST with JSON, an `Origin` equal to the public URL, and the header `Keyward-Workspace`.",
    when: "A request with a cookie, or one that signs in, is not a POST with JSON, or its `Origin` is not the public URL. Or a request with a cookie lacks the header `Keyward-Workspace`.",
    clears:
      "Open Keyward under its public URL (`KEYWARD_PUBLIC_URL`). Programs send `Authorization: Bearer <key>` instead.",
  },
  "authorization/sign_in_again": {
    status: 403,
    detail: "This needs a sign-in within the last 10 minutes. Sign in again.",
    when: "The operation creates lasting access, and the sign-in is older than 10 minutes.",
    clears: "Sign in again, then repeat the request.",
  },
  "authorization/workspace_disabled": {
    status: 403,
    detail: "The workspace tied to this API key is disabled.",
    when: "The workspace of the presented key is disabled. The state of the key does not matter.",
    clears: "An operator must enable the workspace again. Keys that are disabled themselves stay unusable.",
  },
  "authorization/key_disabled": {
    status: 403,
    detail: "The presented key is disabled.",
    when: "The presented key, or the identity of this API key, is disabled.",
    clears: "Enable the key or the identity.",
  },
  "authorization/key_expired": {
    status: 403,
    detail: "The presented key has expired.",
    when: "The presented key has expired.",
    clears: "Set a later `expires` for the key, or use another key.",
  },
  "authorization/insufficient_permissions": {
    status: 403,
    detail: "The presented key lacks a permission that this operation requires.",
    when: "The key lacks a permission, a root key grants a permission that it does not hold, or a root key that can only verify keys and check limits signs in.",
    clears: "Grant the permission that `detail` names.",
  },
  "limits/workspace_rate_limited": {
    status: 429,
    detail: "The workspace has reached its limit of requests per minute.",
    when: "The workspace exceeds its `limits.requestsPerMinute`, an API key used as bearer makes more than 60 calls per minute, or a person who has signed in makes more than 600. Sessions by a root key count towards the limit of the workspace.",
    clears: "Wait as many seconds as `Retry-After` says, then send the request again.",
  },
  "limits/sign_in_rate_limited": {
    status: 429,
    detail: "There were too many sign-ins. Wait as many seconds as `Retry-After` says.",
    when: "There were too many failed sign-ins from this network, for this account or for all accounts, too many sign-ins at the same time, or more than 10 in a minute with one key.",
    clears: "Wait as many seconds as `Retry-After` says, then sign in again.",
  },
  "limits/quota_exceeded": {
    status: 403,
    detail: "The workspace has reached one of its quotas.",
    when: "The workspace would exceed its `limits.keys`, `limits.identities` or `limits.verificationsPerMonth`, or an identity the `maxKeys` of its plan; `detail` names which.",
    clears:
      "Delete keys or identities, or ask an operator to raise the quota. For `maxKeys`, move the identity to a larger plan. A monthly quota begins again with the next UTC month.",
  },
  "limits/too_many_streams": {
    status: 429,
    detail: "This key or session follows events with too many streams at once.",
    when: "A root key has 20 streams of events on this process already, or a session has 5.",
    clears: "Close a stream, or share one among the parts of your application. Then open the stream again.",
  },
  "limits/too_many_test_deliveries": {
    status: 429,
    detail: "Too many test deliveries are being sent. Wait for their results.",
    when: "A workspace waits for 2 test deliveries on this process already, or all workspaces together for 32.",
    clears: "Wait until a test delivery has returned, after 15 seconds at most, then send the request again.",
  },
  "application/route_not_found": {
    status: 404,
    detail: "There is no operation or page at this path.",
    when: "There is no operation or page at this path.",
    clears: "Use a path from the reference, at `/reference`.",
  },
  "application/method_not_allowed": {
    status: 405,
    detail: "This path does not support the method. The Allow header lists the methods that it supports.",
    when: "The path does not support the method.",
    clears: "Use a method from the `Allow` header.",
  },
  "application/unsupported_media_type": {
    status: 415,
    detail: "Send the body with `Content-Type: application/json` and without a content encoding.",
    when: "The request has a body without a JSON `Content-Type`, or with a `Content-Encoding` other than `identity`.",
    clears: "Send `Content-Type: application/json` and no `Content-Encoding`.",
  },
  "application/body_too_large": {
    status: 413,
    detail: "The body is larger than 1 MiB (1,048,576 bytes).",
    when: "The body is larger than 1 MiB (1,048,576 bytes).",
    clears: "Send a body of at most 1 MiB.",
  },
  "application/invalid_json": {
    status: 400,
    detail: "The body is not well-formed JSON in UTF-8.",
    when: "The body is not well-formed JSON in UTF-8.",
    clears: "Send well-formed JSON in UTF-8.",
  },
  "application/invalid_input": {
    status: 400,
    detail: "The request has invalid fields.",
    when: "A field, query parameter or header is missing, unknown, out of bounds, or contradicts another field or the stored state.",
    clears: "Correct every field that `error.errors` lists.",
  },
  "application/permissions_query_syntax_error": {
    status: 400,
    detail: "The permission query has a syntax error.",
    when: "The `permissions` field of keys.verifyKey is not a valid permission query.",
    clears: "Correct the query at the position that `error.errors` names.",
  },
  "application/request_timeout": {
    status: 408,
    detail: "The server did not receive the whole request in time.",
    when: "The whole request did not arrive within 30 seconds, or no byte arrived for 15 seconds.",
    clears: "Send the whole body within 30 seconds.",
  },
  "application/precondition_failed": {
    status: 412,
    detail: "The state of the object or of the server does not allow this operation.",
    when: "The state of the object or of the server does not allow the operation.",
    clears: "Follow the instruction in `detail`.",
  },
  "application/protected_resource": {
    status: 412,
    detail: "The API has delete protection. Call apis.updateApi with `deleteProtection: false` first.",
    when: "apis.deleteApi names an API with delete protection.",
    clears: "Call apis.updateApi with `deleteProtection: false`, then delete the API.",
  },
  "application/idempotency_in_progress": {
    status: 409,
    detail: "The first request with this Idempotency-Key is still running.",
    when: "A request repeats an `Idempotency-Key` while the first request is still running.",
    clears: "Wait one second, then send the request again.",
  },
  "application/idempotency_key_reused": {
    status: 422,
    detail: "This Idempotency-Key was used with another body within the last 24 hours.",
    when: "A request repeats an `Idempotency-Key` of the last 24 hours with another body.",
    clears: "Use a new `Idempotency-Key` for each change.",
  },
  "application/unexpected_error": {
    status: 500,
    detail: "The server failed because of a bug. Nothing was changed.",
    when: "The server failed because of a bug. Nothing was changed.",
    clears: "Report the error with its `meta.requestId`.",
  },
  "application/service_unavailable": {
    status: 503,
    detail: "The server cannot process the request now. Nothing was changed. Send the request again later.",
    when: "The database or the rate limiter is unreachable, or the server is overloaded, starting or stopping. Nothing was changed.",
    clears: "Wait as many seconds as `Retry-After` says, then send the request again.",
  },
  "data/workspace_not_found": {
    status: 404,
    detail: "The workspace does not exist, or this key has no access to it.",
    when: "The workspace does not exist, or the caller has no access to it.",
    clears: "Correct the id.",
  },
  "data/root_key_not_found": {
    status: 404,
    detail: "The workspace has no such root key.",
    when: "The workspace has no such root key.",
    clears: "Correct the id.",
  },
  "data/api_not_found": {
    status: 404,
    detail: "The workspace has no such API.",
    when: "The workspace has no such API, or the API was deleted.",
    clears: "Correct the id.",
  },
  "data/key_not_found": {
    status: 404,
    detail: "The workspace has no such key.",
    when: "The workspace has no such key, or the key was deleted.",
    clears: "Correct the id or the key.",
  },
  "data/migration_not_found": {
    status: 404,
    detail: "The workspace has no such migration.",
    when: "The workspace has no such migration.",
    clears: "Correct the id.",
  },
  "data/identity_not_found": {
    status: 404,
    detail: "The requested identity could not be found.",
    when: "The workspace has no such identity, or the identity was deleted. An external id is case-sensitive.",
    clears: "Correct the id or external id.",
  },
  "data/user_not_found": {
    status: 404,
    detail: "There is no such user.",
    when: "The installation has no such user.",
    clears: "Correct the id.",
  },
  "data/member_not_found": {
    status: 404,
    detail: "The workspace has no such member.",
    when: "The workspace has no such member.",
    clears: "Correct the id.",
  },
  "data/invitation_not_found": {
    status: 404,
    detail: "The invitation is unknown, was used or has expired.",
    when: "The invitation is unknown, was accepted or revoked, or has expired. Or the person who created it may no longer invite to this role.",
    clears: "Ask for a new invitation.",
  },
  "data/device_login_not_found": {
    status: 404,
    detail: "No sign-in is waiting for this code.",
    when: "The code is wrong or older than 10 minutes, or the terminal was already confirmed or refused.",
    clears: "Check the code, or start the login again to get a new one.",
  },
  "data/permission_not_found": {
    status: 404,
    detail: "The workspace has no such permission.",
    when: "The workspace has no such permission.",
    clears: "Correct the id or slug of the permission.",
  },
  "data/role_not_found": {
    status: 404,
    detail: "The workspace has no such role.",
    when: "The workspace has no such role; `detail` names it.",
    clears: "Correct the id or name of the role.",
  },
  "data/plan_not_found": {
    status: 404,
    detail: "The workspace has no such plan.",
    when: "The workspace has no such plan; `detail` names it.",
    clears: "Correct the id or name of the plan.",
  },
  "data/reservation_not_found": {
    status: 404,
    detail: "The workspace has no such reservation.",
    when: "The workspace has no such reservation, it ran out more than 24 hours ago, or the root key may not verify keys of its API.",
    clears: "Correct the id, or charge the credits with keys.updateCredits or identities.updateCredits.",
  },
  "data/event_not_found": {
    status: 404,
    detail: "There is no such event.",
    when: "The workspace has no event with this id.",
    clears: "Correct the id. events.listEvents shows the ids.",
  },
  "data/webhook_not_found": {
    status: 404,
    detail: "The workspace has no such webhook.",
    when: "The workspace has no webhook with this id.",
    clears: "Correct the id. webhooks.listWebhooks shows the ids.",
  },
  "data/ratelimit_namespace_not_found": {
    status: 404,
    detail: "The workspace has no such rate-limit namespace.",
    when: "The workspace has no such rate-limit namespace, or the namespace was deleted.",
    clears: "Correct the id or name of the namespace.",
  },
  "data/ratelimit_override_not_found": {
    status: 404,
    detail: "No override of this namespace matches the identifier.",
    when: "No override of the namespace matches the identifier.",
    clears: "Correct the identifier.",
  },
  "data/ratelimit_namespace_gone": {
    status: 410,
    detail: "This rate-limit namespace was deleted. Its name cannot be used again.",
    when: "ratelimit.limit or ratelimit.multiLimit names a deleted namespace.",
    clears: "Use another namespace name.",
  },
  "data/identity_already_exists": {
    status: 409,
    detail: "The workspace already has an identity with this externalId.",
    when: "Another identity of the workspace has this externalId.",
    clears: "Use or change the identity that exists.",
  },
  "data/reference_already_used": {
    status: 409,
    detail: "This reference was used for another change of the credits.",
    when: "The identity has a change of credits with this reference, and its operation or value differs.",
    clears: "Send the same operation and value, or another reference.",
  },
  "data/reservation_already_committed": {
    status: 409,
    detail: "This reservation was committed with another amount.",
    when: "The reservation was committed with another amount; `detail` names it. The same amount repeats the response.",
    clears: "Nothing more is to be charged. For a further cost, verify the key again.",
  },
  "data/permission_already_exists": {
    status: 409,
    detail: "The workspace already has a permission with this slug.",
    when: "Another permission of the workspace has this slug.",
    clears: "Use the permission that exists, or choose another slug.",
  },
  "data/role_already_exists": {
    status: 409,
    detail: "The workspace already has a role with this name.",
    when: "Another role of the workspace has this name.",
    clears: "Use the role that exists, or choose another name.",
  },
  "data/plan_already_exists": {
    status: 409,
    detail: "The workspace already has a plan with this name.",
    when: "Another plan of the workspace has this name.",
    clears: "Use the plan that exists, or choose another name.",
  },
} as const satisfies Record<string, ErrorEntry>

/** `<category>/<code>`, as in the path of the error page. */
export type ErrorCode = keyof typeof errorTable

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[]
