import { timingSafeEqual } from "node:crypto"
import { CryptoHasher } from "bun"

/** Signs texts that others keep and bring back. They can read a text, but not change it. */
export interface Tickets {
  issue(text: string): string
  /** undefined if this installation did not issue it. */
  read(ticket: string): string | undefined
}

const purpose = "keyward verifier ticket"

export function createTickets(installationSecret: Uint8Array): Tickets {
  const key = new CryptoHasher("sha256", installationSecret).update(purpose).digest()
  const sign = (body: string) => new CryptoHasher("sha256", key).update(body).digest().subarray(0, 16)
  return {
    issue(text) {
      const body = Buffer.from(text).toString("base64url")
      return `${body}.${sign(body).toString("base64url")}`
    },
    read(ticket) {
      const [body = "", signature = "", ...rest] = ticket.split(".")
      const given = Buffer.from(signature, "base64url")
      if (rest.length > 0 || given.length !== 16 || !timingSafeEqual(given, sign(body))) return undefined
      return Buffer.from(body, "base64url").toString()
    },
  }
}
