import type { Violation } from "./error.ts"
import type { Pagination } from "./generated/types.gen.ts"

/**
 * The JSON of every Keyward response. `data` has the type that the operation declares; the tests of the service
 * check this.
 */
export interface Envelope {
  readonly meta: { readonly requestId: string }
  readonly data?: unknown
  readonly pagination?: Pagination
  readonly error?: { readonly type: string; readonly detail: string; readonly errors?: readonly Violation[] }
}

/** Returns undefined if the text is not an envelope, so another program must have sent it. */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    // Any other JSON value has no request id.
    const envelope = JSON.parse(text)
    const isEnvelope =
      typeof envelope?.meta?.requestId === "string" &&
      (envelope.error === undefined || typeof envelope.error?.type === "string")
    return isEnvelope ? envelope : undefined
  } catch {
    return undefined
  }
}
