import { type WrittenJson, writtenJson } from "../../operation.ts"
import type { LimitTaken } from "./take-limits.ts"

/** The response of ratelimit.limit as JSON. */
export function writeLimit({ passed, limit, remaining, reset, overrideId }: LimitTaken): WrittenJson {
  const overridden = overrideId === undefined ? "" : `,"overrideId":"${overrideId}"`
  return writtenJson(`{"success":${passed},"limit":${limit},"remaining":${remaining},"reset":${reset}${overridden}}`)
}
