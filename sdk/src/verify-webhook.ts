import type { EventMessage } from "./generated/types.gen.ts"

/** The headers of a request: an object of the Fetch API, or that of Node. */
export type WebhookHeaders = Pick<Headers, "get"> | Readonly<Record<string, string | readonly string[] | undefined>>

/** Keyward has not sent this request, or not now. Answer 400 to it. */
export class WebhookError extends Error {
  override readonly name = "WebhookError"
}

/** A request that somebody repeats later is refused. Clocks may differ. */
const toleranceMs = 5 * 60_000
const mostSignatures = 10

/**
 * Verifies the signature of a request that Keyward sends to a webhook, and returns its message. Pass the body as it arrived,
 * because parsed JSON has other bytes. Throws a WebhookError if the signature does not fit.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<EventMessage> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError("The request has no signature.")
  const sentAt = Number(timestamp) * 1000
  if (!(Math.abs(Date.now() - sentAt) <= toleranceMs)) throw new WebhookError("The request was signed at another time.")
  const text = typeof body === "string" ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const key = await keyOf(secret)
  for (const signature of signatures.split(" ").slice(0, mostSignatures)) {
    const [version, encoded = ""] = signature.split(",")
    const bytes = version === "v1" ? bytesIn(encoded) : undefined
    if (bytes !== undefined && (await crypto.subtle.verify("HMAC", key, bytes, content))) return JSON.parse(text)
  }
  throw new WebhookError("The signature does not fit the request and the secret.")
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesIn(secret.replace(/^whsec_/, ""))
  if (bytes === undefined || bytes.length === 0) throw new TypeError("The secret of a webhook begins with `whsec_`.")
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

function bytesIn(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (isFetchHeaders(headers)) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === "string" ? value : value?.[0]
}

function isFetchHeaders(headers: WebhookHeaders): headers is Pick<Headers, "get"> {
  return typeof headers.get === "function"
}
