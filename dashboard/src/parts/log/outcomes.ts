import { type Code, codes } from "../../../../src/contract/verdicts.ts"
import { orderedBy } from "../../ui/ordered-by.ts"

interface OutcomeWords {
  readonly label: string
  /** The token of its colour, the same in every chart, badge and log. */
  readonly color: string
  readonly meaning: string
}

/** In the order in which charts stack them. */
const words: Readonly<Record<Code, OutcomeWords>> = {
  VALID: { label: "Valid", color: "var(--valid)", meaning: "The key was accepted." },
  RATE_LIMITED: { label: "Rate limited", color: "var(--rate-limited)", meaning: "A rate limit was exceeded." },
  USAGE_EXCEEDED: { label: "Usage exceeded", color: "var(--usage-exceeded)", meaning: "Not enough credits." },
  INSUFFICIENT_PERMISSIONS: {
    label: "Insufficient permissions",
    color: "var(--insufficient-permissions)",
    meaning: "The key lacks a permission.",
  },
  FORBIDDEN: { label: "Forbidden", color: "var(--forbidden)", meaning: "The address is not allowed." },
  DISABLED: { label: "Disabled", color: "var(--disabled)", meaning: "The key is disabled." },
  EXPIRED: { label: "Expired", color: "var(--expired)", meaning: "The key has expired." },
  NOT_FOUND: { label: "Not found", color: "var(--not-found)", meaning: "There is no such key." },
}

/** The outcomes of a verification, in the order in which charts stack them. */
export const outcomes: readonly (OutcomeWords & { readonly code: Code })[] = orderedBy(words, codes).map((code) => ({
  code,
  ...words[code],
}))

export function outcomeOf(code: Code): OutcomeWords {
  return words[code]
}
