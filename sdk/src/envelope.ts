import type { Violation } from "./error.ts"
import type { Pagination } from "./generated/types.gen.ts"

/** What every answer of Keyward looks like. `data` is what the operation declares; the service is held to that by its tests. */
export interface Envelope {
  readonly meta: { readonly requestId: string }
  readonly data?: unknown
  readonly pagination?: Pagination
  readonly error?: { readonly type: string; readonly detail: string; readonly errors?: readonly Violation[] }
}

/** undefined where the text is no envelope, so that something else must have sent it. */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    // Whatever else JSON can be fails to have a request id.
    const envelope = JSON.parse(text)
    const isEnvelope =
      typeof envelope?.meta?.requestId === "string" &&
      (envelope.error === undefined || typeof envelope.error?.type === "string")
    return isEnvelope ? envelope : undefined
  } catch {
    return undefined
  }
}
