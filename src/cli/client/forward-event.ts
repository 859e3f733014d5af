import { signedHeaders } from "../../webhooks/signed-headers.ts"
import { UsageError } from "../failure.ts"
import type { StreamedEvent } from "./event-stream.ts"

/** What an application answered. */
export interface Forwarded {
  readonly durationMs: number
  /** Absent if there was no response. */
  readonly status?: number
  readonly error?: string
  /** The beginning of the response to a request that failed. */
  readonly response?: string
}

interface Forwarding {
  readonly url: string
  readonly secret: string
  readonly now: number
}

/** As long as the service waits. */
const patienceMs = 15_000
const shownLength = 200

export function forwardUrlIn(text: string | undefined): string {
  if (text === undefined) throw new UsageError("Pass --forward with the URL of your application.")
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new UsageError(`--forward must be an http or https URL, not ${JSON.stringify(text)}.`)
}

/** Sends an event to an application as a webhook would. A failure is a result. */
export async function forwardEvent(
  { eventId, body }: StreamedEvent,
  { url, secret, now }: Forwarding,
): Promise<Forwarded> {
  const started = performance.now()
  const deadline = AbortSignal.timeout(patienceMs)
  const durationMs = () => Math.round(performance.now() - started)
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Keyward",
        ...signedHeaders({ eventId, body, secrets: [secret], now }),
      },
      redirect: "manual",
      signal: deadline,
    })
    const { status, ok } = response
    const text = (await response.text()).trim().slice(0, shownLength)
    return { status, durationMs: durationMs(), ...(!ok && text !== "" && { response: text }) }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "the request failed"
    return { durationMs: durationMs(), error: deadline.aborted ? "no response within 15 s" : code }
  }
}

export function isAccepted({ status }: Forwarded): boolean {
  return status !== undefined && status >= 200 && status < 300
}
