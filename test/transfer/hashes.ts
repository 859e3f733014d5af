import { createHash, randomUUID } from "node:crypto"

/** Hashes of plaintexts, as another system may have stored them. */
export const base64Of = (plaintext: string) => createHash("sha256").update(plaintext).digest("base64")
export const hexOf = (plaintext: string) => createHash("sha256").update(plaintext).digest("hex")
export const newHash = () => base64Of(randomUUID())
