import { sha256 } from "../../secrets/hash.ts"
import type { Vault } from "../../secrets/vault.ts"
import type { KeyEntry } from "../format.ts"
import type { Making } from "./kind.ts"

type Carried =
  | { readonly type: "carried"; readonly ciphertext: string | null }
  | { readonly type: "refused"; readonly reason: string }

/** A plaintext is sealed for the id of its key, so it is sealed again for a key with a new id, and under a newer encryption key. */
export function carryPlaintext({ entry, original, session }: Making<KeyEntry>): Carried {
  const { ciphertext } = entry
  if (ciphertext === undefined || session.plaintexts.type === "dropped") return { type: "carried", ciphertext: null }
  const { vault } = session.plaintexts
  if (vault === undefined)
    return {
      type: "refused",
      reason: `it is recoverable, and no encryption key is set. Set KEYWARD_ENCRYPTION_KEY to ${remedy}`,
    }
  const plaintext = openedBy(vault, ciphertext, original.id)
  if (plaintext === undefined) {
    return {
      type: "refused",
      reason: `it is recoverable under another encryption key. Add to the end of KEYWARD_ENCRYPTION_KEYS ${remedy}`,
    }
  }
  if (sha256(plaintext) !== entry.hash) {
    return { type: "refused", reason: "what its ciphertext holds is not the key that its hash is of" }
  }
  const fits = entry.id === original.id && ciphertext.startsWith(vault.newest?.head ?? "")
  return { type: "carried", ciphertext: fits ? ciphertext : vault.sealKey(plaintext, entry.id) }
}

const remedy = "that of the installation it comes from, or leave plaintexts behind with --without-plaintexts"

function openedBy(vault: Vault, ciphertext: string, keyId: string): string | undefined {
  try {
    return vault.openKey(ciphertext, keyId)
  } catch {
    return undefined
  }
}
