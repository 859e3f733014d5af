import type { ErrorCode } from "./error-table.ts"

/** Errors that every operation can return, so declarations do not repeat them. */
export const commonErrors = [
  "authentication/missing",
  "authentication/malformed",
  "authentication/key_not_found",
  "authentication/session_expired",
  "authorization/origin_not_allowed",
  "authorization/sign_in_again",
  "authorization/workspace_disabled",
  "authorization/key_disabled",
  "authorization/key_expired",
  "authorization/insufficient_permissions",
  "limits/workspace_rate_limited",
  "application/invalid_input",
  "application/request_timeout",
  "application/unexpected_error",
  "application/service_unavailable",
] as const satisfies readonly ErrorCode[]

/** Errors that every request with a body can return as well. */
export const bodyErrors = [
  "application/invalid_json",
  "application/body_too_large",
  "application/unsupported_media_type",
] as const satisfies readonly ErrorCode[]

/** Errors that every operation with an `Idempotency-Key` can return as well. */
export const idempotencyErrors = [
  "application/idempotency_in_progress",
  "application/idempotency_key_reused",
] as const satisfies readonly ErrorCode[]
