import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { sha256 } from "./hash.ts"

/** Encrypts what has to be kept readable: plaintexts of recoverable keys, and kept responses. */
export interface Vault {
  /** Whether recoverable keys can be kept: only under a key from outside the database. */
  readonly keepsKeys: boolean
  /** For recoverable keys. `context` is the id of the key: a ciphertext moved to another record does not open. */
  sealKey(plaintext: string, context: string): string
  openKey(ciphertext: string, context: string): string
  /** For kept responses, under a key that only the holder of the idempotency key can derive again. */
  sealResponse(response: string, idempotencyKey: string): string
  openResponse(ciphertext: string, idempotencyKey: string): string
  /** SHA-256, as keys are stored. */
  hash(text: string): string
  /** Random bytes for keys and secrets. */
  random(length: number): Uint8Array
}

interface VaultSettings {
  /** KEYWARD_ENCRYPTION_KEY, 32 bytes. */
  readonly encryptionKey: Uint8Array | undefined
  /** What the installation made at its first start. */
  readonly installationSecret: Uint8Array
}

export function createVault({ encryptionKey, installationSecret }: VaultSettings): Vault {
  const keyForKeys = encryptionKey && derive(encryptionKey, "keyward recoverable key")
  const keyForResponse = (idempotencyKey: string) =>
    derive(Buffer.concat([encryptionKey ?? installationSecret, Buffer.from(idempotencyKey)]), "keyward kept response")
  const requireKey = () => {
    if (keyForKeys === undefined) throw new Error("There is no encryption key for recoverable keys.")
    return keyForKeys
  }
  return {
    keepsKeys: keyForKeys !== undefined,
    sealKey: (plaintext, context) => seal(requireKey(), plaintext, context),
    openKey: (ciphertext, context) => open(requireKey(), ciphertext, context),
    sealResponse: (response, idempotencyKey) => seal(keyForResponse(idempotencyKey), response, ""),
    openResponse: (ciphertext, idempotencyKey) => open(keyForResponse(idempotencyKey), ciphertext, ""),
    hash: sha256,
    random: (length) => randomBytes(length),
  }
}

function derive(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32))
}

const nonceLength = 12
const tagLength = 16

function seal(key: Uint8Array, plaintext: string, context: string): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()])
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64")
}

function open(key: Uint8Array, ciphertext: string, context: string): string {
  const bytes = Buffer.from(ciphertext, "base64")
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength)).setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(bytes.length - tagLength))
  const encrypted = bytes.subarray(nonceLength, bytes.length - tagLength)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString("utf8")
}
