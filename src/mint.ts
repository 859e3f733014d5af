import { createIdMint } from "./core/ids.ts"
import { mintKeyMaterial } from "./core/key-material.ts"
import { mintUserCode } from "./core/user-code.ts"
import type { Mint } from "./operations/context.ts"
import { sha256 } from "./secrets/hash.ts"

interface MintSource {
  now(): number
  random(length: number): Uint8Array
}

/** Ids, keys and tokens from the clock and the random source of the process. */
export function createMint({ now, random }: MintSource): Mint {
  return {
    id: createIdMint({ now, random }),
    key({ prefix, byteLength }) {
      const material = mintKeyMaterial({ prefix: prefix ?? undefined, bytes: random(byteLength) })
      return { ...material, hash: sha256(material.plaintext) }
    },
    token() {
      const plaintext = Buffer.from(random(32)).toString("base64url")
      return { plaintext, hash: sha256(plaintext) }
    },
    webhookSecret: () => `whsec_${Buffer.from(random(32)).toString("base64")}`,
    userCode() {
      const plaintext = mintUserCode(random)
      return { plaintext, hash: sha256(plaintext) }
    },
  }
}
