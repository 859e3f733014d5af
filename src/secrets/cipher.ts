import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const nonceLength = 12
const tagLength = 16

/** AES-256-GCM: a random nonce, the ciphertext and its tag, one after the other. Opens with the same `bound` bytes only. */
export function encrypt(key: Uint8Array, plaintext: string, bound: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(bound)
  return Buffer.concat([nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()])
}

/** Throws if key, bytes or `bound` are not those of before. */
export function decrypt(key: Uint8Array, bytes: Uint8Array, bound: Uint8Array): string {
  const tagAt = bytes.length - tagLength
  if (tagAt < nonceLength) throw new Error("The ciphertext is too short.")
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(bound).setAuthTag(bytes.subarray(tagAt))
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength, tagAt)), decipher.final()]).toString("utf8")
}
