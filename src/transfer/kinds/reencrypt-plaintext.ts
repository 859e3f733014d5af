import { sha256 } from "../../secrets/hash.ts"
import type { Vault } from "../../secrets/vault.ts"
import { type BuildInput, type Built, built, refused } from "./kind.ts"

interface EncryptedEntry {
  readonly id: string
  readonly hash: string
  readonly ciphertext?: string | undefined
}

/** A ciphertext is bound to the id of its key, so a new id or a newer encryption key needs a new ciphertext. */
export function reencryptPlaintext({ entry, original, session }: BuildInput<EncryptedEntry>): Built<string | null> {
  const { ciphertext } = entry
  if (ciphertext === undefined || session.plaintexts.type === "dropped") return built(null)
  const { vault } = session.plaintexts
  if (vault === undefined) {
    return refused(`it is recoverable, but no encryption key is set. Set KEYWARD_ENCRYPTION_KEY to ${remedy}`)
  }
  const plaintext = tryToDecrypt(vault, ciphertext, original.id)
  if (plaintext === undefined) {
    return refused(`it is encrypted with another encryption key. Add to the end of KEYWARD_ENCRYPTION_KEYS ${remedy}`)
  }
  if (sha256(plaintext) !== entry.hash) return refused("its ciphertext and its hash belong to different keys")
  const isUsable = entry.id === original.id && ciphertext.startsWith(vault.newest?.head ?? "")
  return built(isUsable ? ciphertext : vault.sealKey(plaintext, entry.id))
}

const remedy = "the encryption key of the source installation, or import without plaintexts using --without-plaintexts"

function tryToDecrypt(vault: Vault, ciphertext: string, keyId: string): string | undefined {
  try {
    return vault.openKey(ciphertext, keyId)
  } catch {
    return undefined
  }
}
