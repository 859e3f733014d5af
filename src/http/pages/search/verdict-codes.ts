import { type Code, codeMeanings, codes } from "../../../contract/verdicts.ts"
import type { SearchEntry } from "./entry.ts"

/** Where each code of a verification is explained best. */
const pages: Readonly<Record<Code, string>> = {
  VALID: "/docs/client/verify#codes",
  NOT_FOUND: "/docs/troubleshooting#every-verification-is-not_found",
  DISABLED: "/docs/guides/disable-a-customer",
  EXPIRED: "/docs/concepts#key",
  FORBIDDEN: "/docs/troubleshooting#every-verification-is-forbidden",
  INSUFFICIENT_PERMISSIONS: "/docs/concepts#permissions-and-roles",
  RATE_LIMITED: "/docs/concepts#rate-limits",
  USAGE_EXCEEDED: "/docs/concepts#quotas-and-credits",
}

/** People paste the code that a verification returned. */
export async function verdictEntries(): Promise<readonly SearchEntry[]> {
  return codes.map((code) => ({
    title: code,
    path: pages[code],
    kind: "code",
    text: codeMeanings[code].replaceAll("`", ""),
    words: "code of a verification verdict",
    body: "",
  }))
}
