import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const nonceLength = 12
const tagLength = 16

/** AES-256-GCM. Returns nonce, ciphertext and tag in one buffer; decrypting needs the same `boundData`. */
export function encrypt(key: Uint8Array, plaintext: string, boundData: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundData)
  return Buffer.concat([nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the key, the bytes or `boundData` differ from those at encryption. */
export function decrypt(key: Uint8Array, bytes: Uint8Array, boundData: Uint8Array): string {
  const tagAt = bytes.length - tagLength
  if (tagAt < nonceLength) throw new Error("The ciphertext is too short.")
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(boundData).setAuthTag(bytes.subarray(tagAt))
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength, tagAt)), decipher.final()]).toString("utf8")
}
