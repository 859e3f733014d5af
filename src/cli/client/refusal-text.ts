import { errorCodes } from "../../contract/error-table.ts"
import { printable } from "../../core/printable.ts"
import { toKebabCase } from "../terminal/text.ts"
import type { Connection } from "./connection.ts"
import type { Refusal, Violation } from "./send.ts"

/**
 * An error of the service for a person: what was refused and why, which flag is wrong, which key was used, and the id of
 * the request.
 */
export function refusalText(refusal: Refusal, { keySource }: Pick<Connection, "keySource">): string {
  const { title, status, detail, errorType, requestId, violations } = refusal
  return [
    `${printable(title)} (${status}): ${printable(detail)}`,
    ...violations.map((violation) => `  ${violationText(violation, keySource)}`),
    ...(status === 401 || status === 403 ? [`  Called with the key of ${keySource}.`] : []),
    `  ${wayToHelp(errorType)}`,
    `  Request id: ${printable(requestId)}`,
  ].join("\n")
}

/** A newer service may send an error that this program does not know. */
function wayToHelp(errorType: string): string {
  const code = knownCode(errorType)
  return code === undefined
    ? `More: ${printable(errorType)}`
    : `Run \`keyward explain-error ${code}\` for causes and fixes.`
}

function knownCode(errorType: string): string | undefined {
  const code = errorType.split("/").slice(-2).join("/")
  return errorCodes.find((one) => one === code)
}

function violationText({ location, message, fix }: Violation, keySource: string): string {
  const line = `${nameOf(location, keySource)} ${message}${fix === undefined ? "" : `. ${fix}`}`
  return printable(line)
}

/** `body.credits.refill.amount` was typed as `--credits.refill.amount`. */
function nameOf(location: string, keySource: string): string {
  if (location === "body") return "The request"
  if (location.startsWith("body.")) return `--${location.slice("body.".length).split(".").map(toKebabCase).join(".")}`
  if (location === "header.Idempotency-Key") return "--idempotency-key"
  if (location === "header.Authorization") return `The key of ${keySource}`
  return location
}
