import { createHmac } from "node:crypto"

interface Signed {
  readonly eventId: string
  readonly body: string
  /** Each adds a signature. */
  readonly secrets: readonly string[]
  /** Unix time in milliseconds. */
  readonly now: number
}

/** The headers with which Standard Webhooks signs a request. */
export function signedHeaders({ eventId, body, secrets, now }: Signed) {
  const timestamp = String(Math.floor(now / 1_000))
  const signatures = secrets.map((secret) => `v1,${signatureOf(secret, `${eventId}.${timestamp}.${body}`)}`)
  return {
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  }
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  return createHmac("sha256", key).update(content).digest("base64")
}
