import { sha256 } from "../../secrets/hash.ts"
import type { Vault } from "../../secrets/vault.ts"
import type { KeyEntry } from "../format.ts"
import type { BuildInput } from "./kind.ts"

type Reencrypted =
  | { readonly type: "ready"; readonly ciphertext: string | null }
  | { readonly type: "refused"; readonly reason: string }

/** A ciphertext is bound to the id of its key, so a new id or a newer encryption key needs a new ciphertext. */
export function reencryptPlaintext({ entry, original, session }: BuildInput<KeyEntry>): Reencrypted {
  const { ciphertext } = entry
  if (ciphertext === undefined || session.plaintexts.type === "dropped") return { type: "ready", ciphertext: null }
  const { vault } = session.plaintexts
  if (vault === undefined)
    return {
      type: "refused",
      reason: `it is recoverable, but no encryption key is set. Set KEYWARD_ENCRYPTION_KEY to ${remedy}`,
    }
  const plaintext = tryToDecrypt(vault, ciphertext, original.id)
  if (plaintext === undefined) {
    return {
      type: "refused",
      reason: `it is encrypted with another encryption key. Add to the end of KEYWARD_ENCRYPTION_KEYS ${remedy}`,
    }
  }
  if (sha256(plaintext) !== entry.hash) {
    return { type: "refused", reason: "its ciphertext and its hash belong to different keys" }
  }
  const isUsable = entry.id === original.id && ciphertext.startsWith(vault.newest?.head ?? "")
  return { type: "ready", ciphertext: isUsable ? ciphertext : vault.sealKey(plaintext, entry.id) }
}

const remedy = "the encryption key of the source installation, or import without plaintexts using --without-plaintexts"

function tryToDecrypt(vault: Vault, ciphertext: string, keyId: string): string | undefined {
  try {
    return vault.openKey(ciphertext, keyId)
  } catch {
    return undefined
  }
}
