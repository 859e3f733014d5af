import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { sha256 } from "./hash.ts"

/**
 * Random texts that a browser must return in time. They carry their own proof, so that a stranger who asks for many of
 * them makes no node store anything. The caller must refuse a challenge that was used before.
 */
export interface Challenges {
  /** Valid for this purpose only, such as one session. */
  create(purpose: string, now: number): string
  /** undefined if the text is no challenge for this purpose, or if it is too old. */
  check(text: string, purpose: string, now: number): Challenge | undefined
}

export interface Challenge {
  /** Identifies it among the used ones. */
  readonly hash: string
  readonly expires: number
}

interface Settings {
  /** The secret of the installation, so that every node accepts the challenges of the others. */
  readonly secret: Uint8Array
  readonly lifeMs: number
}

const randomLength = 16
const timeLength = 6
const contentLength = randomLength + timeLength
const proofLength = 32

export function createChallenges({ secret, lifeMs }: Settings): Challenges {
  const proofOf = (content: Uint8Array, purpose: string) =>
    createHmac("sha256", secret).update("keyward challenge\n").update(content).update(purpose).digest()
  return {
    create(purpose, now) {
      const content = Buffer.concat([randomBytes(randomLength), Buffer.alloc(timeLength)])
      content.writeUIntBE(now + lifeMs, randomLength, timeLength)
      return Buffer.concat([content, proofOf(content, purpose)]).toString("base64url")
    },
    check(text, purpose, now) {
      const bytes = Buffer.from(text, "base64url")
      // Another spelling of the same bytes would pass as unused.
      if (bytes.length !== contentLength + proofLength || bytes.toString("base64url") !== text) return undefined
      const content = bytes.subarray(0, contentLength)
      if (!timingSafeEqual(bytes.subarray(contentLength), proofOf(content, purpose))) return undefined
      const expires = content.readUIntBE(randomLength, timeLength)
      return now < expires ? { hash: sha256(text), expires } : undefined
    },
  }
}
