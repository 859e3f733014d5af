import { keyLength } from "../../../../src/contract/bounds.ts"
import { hashedTexts } from "../../../../src/core/sought-key.ts"
import { ask, type Client, keywardError } from "../../client.ts"
import { messageOf } from "../../error-messages.ts"
import { sha256 } from "./sha256.ts"

export type SoughtKey =
  | { readonly type: "found"; readonly keyId: string }
  | { readonly type: "none" }
  /** It may exist: the caller may not look it up, or the server did not answer. */
  | { readonly type: "failed"; readonly message: string }

/** Looks for a key of this workspace. Only its hashes are sent, so that the key itself stays in this browser. */
export async function findKey(client: Client, key: string, signal?: AbortSignal): Promise<SoughtKey> {
  if (key.length > keyLength.maximum) return { type: "none" }
  const { whole, longToken } = hashedTexts(key)
  const hashes = { whole: sha256(whole), ...(longToken !== undefined && { longToken: sha256(longToken) }) }
  try {
    const { keyId } = await ask(() => client.keys.whoami({ hashes }, signal && { signal }))
    return { type: "found", keyId }
  } catch (error) {
    if (keywardError(error)?.code === "data/key_not_found") return { type: "none" }
    return { type: "failed", message: `The key could not be looked up. ${messageOf(error)}` }
  }
}
