import type { RefusalCode } from "../../src/core/refusals.ts"

/** Why a guard refuses a request. */
export const refusalCodes: readonly RefusalCode[] = [
  "MISSING",
  "NOT_FOUND",
  "DISABLED",
  "EXPIRED",
  "FORBIDDEN",
  "INSUFFICIENT_PERMISSIONS",
  "RATE_LIMITED",
  "USAGE_EXCEEDED",
  "UNVERIFIED",
]
