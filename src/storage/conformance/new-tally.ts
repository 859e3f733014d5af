import { hourOf } from "../../core/usage-period.ts"
import type { VerificationTally } from "../port/usage.ts"
import { time } from "./new-objects.ts"

/** One valid verification of a key without identity. */
export function newTally(changes: Partial<VerificationTally> = {}): VerificationTally {
  return {
    workspaceId: "ws_1",
    apiId: `api_of_${changes.workspaceId ?? "ws_1"}`,
    identityId: null,
    keyId: "key_1",
    hour: hourOf(time),
    minute: 0,
    code: "VALID",
    tags: "[]",
    count: 1,
    credits: 0,
    ...changes,
  }
}
