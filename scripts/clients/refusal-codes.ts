import { codes } from "../../src/contract/verdicts.ts"
import type { RefusalCode } from "../../src/core/refusals.ts"

/** Why a guard refuses a request: no key, a refused key, or no answer. */
export const refusalCodes: readonly RefusalCode[] = [
  "MISSING",
  ...codes.filter((code) => code !== "VALID"),
  "UNVERIFIED",
]
