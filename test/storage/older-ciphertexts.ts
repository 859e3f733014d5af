import { createCipheriv, hkdfSync, randomBytes } from "node:crypto"

/** Ciphertexts of the form before they named their encryption key, written without the program. */

export function olderKeyCiphertext(encryptionKey: Uint8Array, plaintext: string, keyId: string): string {
  return seal(encryptionKey, "keyward recoverable key", plaintext, keyId)
}

export function olderResponse(secret: Uint8Array, response: string, idempotencyKey: string): string {
  return seal(Buffer.concat([secret, Buffer.from(idempotencyKey)]), "keyward kept response", response, "")
}

function seal(secret: Uint8Array, purpose: string, plaintext: string, context: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64",
  )
}
