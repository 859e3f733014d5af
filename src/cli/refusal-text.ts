import { kebab } from "./names.ts"
import { printable } from "./render.ts"
import type { Refusal, Violation } from "./send.ts"

/** An error of the service for a person: what, why, where in the command line, and under which id to ask about it. */
export function refusalText(refusal: Refusal): string {
  const { title, status, detail, errorType, requestId, violations } = refusal
  return [
    `${printable(title)} (${status}): ${printable(detail)}`,
    ...violations.map((violation) => `  ${violationText(violation)}`),
    `  More: ${printable(errorType)}`,
    `  Request id: ${printable(requestId)}`,
  ].join("\n")
}

function violationText({ location, message, fix }: Violation): string {
  const told = `${nameOf(location)} ${message}${fix === undefined ? "" : `. ${fix}`}`
  return printable(told)
}

/** `body.credits.refill.amount` is `--credits.refill.amount` to whoever typed it. */
function nameOf(location: string): string {
  if (location === "body") return "The request"
  if (location.startsWith("body.")) return `--${location.slice("body.".length).split(".").map(kebab).join(".")}`
  if (location === "header.Idempotency-Key") return "--idempotency-key"
  if (location === "header.Authorization") return "The key in KEYWARD_KEY or --key-file"
  return location
}
