/** The codes of a verification. No other value is ever sent: docs/contract.md#191-codes. */
export const codes = [
  "VALID",
  "NOT_FOUND",
  "DISABLED",
  "EXPIRED",
  "FORBIDDEN",
  "INSUFFICIENT_PERMISSIONS",
  "RATE_LIMITED",
  "USAGE_EXCEEDED",
] as const

export type Code = (typeof codes)[number]

/** What each code means, for everyone who reads one. */
export const codeMeanings: Readonly<Record<Code, string>> = {
  VALID: "All checks passed, and the rate limits and credits are charged.",
  NOT_FOUND: "The workspace has no such key, or the caller may not verify it.",
  DISABLED: "The key is disabled.",
  EXPIRED: "The key has expired.",
  FORBIDDEN: "There is an IP allow list, and the request has no `ip`, or one that is not in the list.",
  INSUFFICIENT_PERMISSIONS: "The key lacks permissions that the request requires.",
  RATE_LIMITED: "A rate limit is exceeded.",
  USAGE_EXCEEDED: "The key has too few credits.",
}

/** Explains codes in the description of a field. */
export function explainCodes(explained: readonly Code[]): string {
  return explained.map((code) => `\`${code}\`: ${codeMeanings[code]}`).join(" ")
}
