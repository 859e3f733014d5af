import { keywardError } from "../../client.ts"
import { generalError } from "../../error-messages.ts"
import { Banner } from "../../ui/states.tsx"
import type { Attempt } from "./use-attempt.ts"

interface AttemptErrorProps {
  readonly attempt: Pick<Attempt, "error">
  /** Fields that show their own errors. */
  readonly fields?: readonly string[]
}

/** Says why an attempt failed. */
export function AttemptError({ attempt: { error }, fields = [] }: AttemptErrorProps) {
  const message = isUnreachable(error) ? unreachable : generalError(error, fields)
  return message === undefined ? null : <Banner tone="bad">{message}</Banner>
}

const unreachable = "The server cannot be reached. Check your connection, and try again."

function isUnreachable(error: unknown): boolean {
  const code = keywardError(error)?.code
  return code === "client/unreachable" || code === "client/timeout"
}
