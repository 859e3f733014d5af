import type { KeywardError } from "@keyward/client"
import { isSignedOut, keywardError } from "./client.ts"

/** The error as a sentence for people. */
export function messageOf(error: unknown): string {
  const known = keywardError(error)
  if (known === undefined) return error instanceof Error ? error.message : String(error)
  // Its reason is the browser's own, such as "Failed to fetch".
  if (known.code === "client/unreachable") return unreachable
  // The server speaks to programs here.
  if (isSignedOut(known)) return "Your session has ended. Sign in, and try it again."
  if (known.code === "limits/workspace_rate_limited") return `${known.detail} ${waitOf(known)}`
  const [violation] = known.errors
  return violation ? `${fieldOf(violation.location)} ${violation.message}.` : known.detail
}

const unreachable = "The server cannot be reached. Check your connection, and try again."

function waitOf({ retryAfterSeconds = 1 }: KeywardError): string {
  return `Try again in ${retryAfterSeconds} s.`
}

/** The error of one field of a form, if the server named the field. */
export function errorOf(error: unknown, field: string): string | undefined {
  const violation = keywardError(error)?.errors.find(({ location }) => fieldOf(location) === field)
  return violation && `${capitalized(violation.message)}.${violation.fix ? ` ${violation.fix}` : ""}`
}

/** The first thing that is wrong in a field or below it, such as in an entry of a list. */
export function errorWithin(error: unknown, field: string): string | undefined {
  const isWithin = (name: string) => name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`)
  const violation = keywardError(error)?.errors.find(({ location }) => isWithin(fieldOf(location)))
  return violation && errorOf(error, fieldOf(violation.location))
}

/** An error that belongs to no field of the form. */
export function generalError(error: unknown, fields: readonly string[]): string | undefined {
  if (error === null || error === undefined) return undefined
  const known: KeywardError | undefined = keywardError(error)
  const isShownBesideFields = fields.some((field) => errorWithin(known, field) !== undefined)
  return isShownBesideFields ? undefined : messageOf(error)
}

function fieldOf(location: string): string {
  return location.replace(/^body\.?/, "")
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
