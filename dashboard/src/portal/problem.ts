import { KeywardError } from "@keyward/client"
import type { Language } from "./language.ts"

/** What people read about a call that failed, in their language. */
export function problemOf(error: unknown, { say }: Pick<Language, "say">): string {
  if (!(error instanceof KeywardError)) return say("error.unknown", { request: "–" })
  const { code, errors, requestId = "–", retryAfterSeconds = 1 } = error
  const seconds = String(retryAfterSeconds)
  switch (code) {
    case "client/unreachable":
    case "client/timeout":
      return say("error.unreachable")
    case "limits/quota_exceeded":
      return say("error.noRoom")
    case "application/precondition_failed":
      return say("error.recoverable")
    case "data/key_not_found":
    case "data/api_not_found":
    case "data/permission_not_found":
    case "authorization/insufficient_permissions":
      return say("error.changed")
  }
  if (error.status === 429) return say("error.tooMany", { seconds })
  if (error.status === 503) return say("error.busy", { seconds })
  const [violation] = errors
  return violation ? say("error.invalid", { message: violation.message }) : say("error.unknown", { request: requestId })
}
