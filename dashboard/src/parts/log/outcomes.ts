import type { LoggedVerification } from "@keyward/client"

export type Code = LoggedVerification["code"]

interface Outcome {
  readonly code: Code
  readonly label: string
  /** The token of its colour, the same in every chart, badge and log. */
  readonly color: string
  readonly meaning: string
}

/** The outcomes of a verification, in the order in which charts stack them. */
export const outcomes: readonly Outcome[] = [
  { code: "VALID", label: "Valid", color: "var(--valid)", meaning: "The key was accepted." },
  { code: "RATE_LIMITED", label: "Rate limited", color: "var(--rate-limited)", meaning: "A rate limit was exceeded." },
  { code: "USAGE_EXCEEDED", label: "Usage exceeded", color: "var(--usage-exceeded)", meaning: "Not enough credits." },
  {
    code: "INSUFFICIENT_PERMISSIONS",
    label: "Insufficient permissions",
    color: "var(--insufficient-permissions)",
    meaning: "The key lacks a permission.",
  },
  { code: "FORBIDDEN", label: "Forbidden", color: "var(--forbidden)", meaning: "The address is not allowed." },
  { code: "DISABLED", label: "Disabled", color: "var(--disabled)", meaning: "The key is disabled." },
  { code: "EXPIRED", label: "Expired", color: "var(--expired)", meaning: "The key has expired." },
  { code: "NOT_FOUND", label: "Not found", color: "var(--not-found)", meaning: "There is no such key." },
]

const byCode = new Map(outcomes.map((outcome) => [outcome.code, outcome]))

export function outcomeOf(code: Code): Outcome {
  const outcome = byCode.get(code)
  if (outcome === undefined) throw new Error(`${code} is not a code of verifications.`)
  return outcome
}
